import {scanSql, ToolError} from '../../../../src/sdk.js';

/** A query of a file of named queries. */
interface NamedQuery {
  readonly name: string;
  readonly mode: 'rows' | 'row' | 'value' | 'execute';
  readonly sql: string;
  readonly description: string | undefined;
  readonly writes: boolean;
}

/** `-- name: listUsers :many` of sqlc, `-- :name list_users :many` of pugsql and HugSQL. */
const header = /^--[ \t]*(?:name:|:name)[ \t]+([A-Za-z][\w-]*)[ \t]*(.*)$/gm;

/** Commands behind a name, by what they answer. */
const modes: Readonly<Record<string, NamedQuery['mode']>> = {
  one: 'row',
  many: 'rows',
  scalar: 'value',
  exec: 'execute',
  execrows: 'execute',
  execresult: 'execute',
  affected: 'execute',
  insert: 'execute',
  '1': 'row',
  '*': 'rows',
  n: 'execute',
  '!': 'execute',
};

const writers = new Set(['insert', 'update', 'delete', 'merge', 'create', 'alter', 'drop', 'truncate']);

/** Reads a file of named queries. Throws INVALID_PARAMETER where it has none, or a command that is not known. */
export function readQueries(text: string): readonly NamedQuery[] {
  const found = [...text.replaceAll('\r\n', '\n').matchAll(header)];
  if (found.length === 0) {
    throw new ToolError('INVALID_PARAMETER', 'The file has no named queries', {
      outcome: 'not_executed',
      suggestions: ['Write "-- name: listUsers :many" before each query'],
    });
  }
  const whole = text.replaceAll('\r\n', '\n');
  return found.map((match, index) => {
    const body = whole.slice(match.index + match[0].length, found[index + 1]?.index);
    return readQuery(match[1] ?? '', match[2] ?? '', body);
  });
}

function readQuery(name: string, commands: string, body: string): NamedQuery {
  const lines = body.split('\n').slice(1);
  const comments = lines.slice(
    0,
    Math.max(
      0,
      lines.findIndex((line) => !line.startsWith('--')),
    ),
  );
  const description = comments.map((line) => line.replace(/^--[ \t]*(?::doc[ \t]+)?/, '').trim()).join(' ');
  const sql = withNames(lines.slice(comments.length).join('\n').trim().replace(/;\s*$/, '').trim());
  const verb = scanSql(sql).tokens[0]?.text ?? '';
  const writes = writers.has(verb);
  const words: readonly string[] = commands.match(/:[\w!*?<>]+/g) ?? [];
  const known = words.map((word) => modes[word.slice(1)]).find((mode) => mode !== undefined);
  if (words.length > 0 && known === undefined && !words.includes(':?')) {
    throw new ToolError('INVALID_PARAMETER', `The query ${name} has a command that is not known: ${words.join(' ')}`, {
      outcome: 'not_executed',
      suggestions: [
        `Use one of ${Object.keys(modes)
          .map((mode) => `:${mode}`)
          .join(' ')}`,
      ],
    });
  }
  return {
    name,
    mode: known ?? (writes ? 'execute' : 'rows'),
    sql,
    description: description === '' ? undefined : description,
    writes,
  };
}

/** `sqlc.arg(name)`, `@name` and `$1` as `:name`, `:name` and `:p1`. */
function withNames(sql: string): string {
  const plain = sql.replace(/\bsqlc\.n?arg\(\s*'?([A-Za-z_]\w*)'?\s*\)/g, ':$1');
  const {tokens, starts} = scanSql(plain);
  let text = '';
  let end = 0;
  for (const [index, {kind, text: mark}] of tokens.entries()) {
    const start = starts[index] ?? 0;
    const before = plain[start - 1] ?? ' ';
    const next = tokens[index + 1];
    const isName = mark === '@' && next?.kind === 'word' && starts[index + 1] === start + 1;
    if (kind === 'mark' && isName && /[\s(,=[]/.test(before)) {
      text += `${plain.slice(end, start)}:`;
      end = start + 1;
    } else if (kind === 'mark' && mark === '0' && before === '$') {
      text += `${plain.slice(end, start - 1)}:p`;
      end = start;
    }
  }
  return text + plain.slice(end);
}

/** Tools for named queries. */
export const queriesToTools = (queries: readonly NamedQuery[]): Record<string, object> =>
  Object.fromEntries(
    queries.map(({name, mode, sql, description, writes}) => [
      name,
      {
        ...(description !== undefined && {description}),
        sql,
        ...(mode !== 'rows' && {mode}),
        ...(writes && mode !== 'execute' && {readOnly: false}),
      },
    ]),
  );
