// A database inside of this process: no server to install, the same tools as for one.
const {DatabaseModuleDefinition} = require('haft');

async function main() {
  const db = await DatabaseModuleDefinition.create({embedded: 'memory'});
  try {
    await db.query('create table notes (id int generated always as identity primary key, title text, tags text[])');
    await db.query('insert into notes (title, tags) values ($1, $2)', ['First', ['draft', 'short']]);

    // All of it, or nothing.
    await db.beginTransaction();
    await db.query("update notes set title = 'Second'");
    await db.rollback();

    const {rows} = await db.query('select title, tags from notes where $1 = any(tags)', ['draft']);
    console.log(rows);

    // Large results come page by page.
    const cursor = await db.openCursor({sql: 'select n from generate_series(1, 10) n', pageSize: 4});
    for (let done = false; !done;) {
      const page = await db.fetch({cursor});
      console.log(page.rows.map(({n}) => n).join(' '));
      done = page.done;
    }
    await db.closeCursor({cursor});

    const failure = await db.getTool('query').execute({sql: 'select * from nodes'});
    console.log(failure.error.code, failure.error.outcome, failure.error.suggestions);
  } finally {
    await db.cleanup();
  }
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
