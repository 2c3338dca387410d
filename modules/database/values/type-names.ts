import {builtinTypes} from './types.js';
import type {TypeFacts} from './types.js';

/** Asks the server about types: their rows of pg_type, as text. */
export type AskTypes = (text: string, values: readonly string[]) => Promise<readonly (readonly (string | null)[])[]>;

/** Types of one database that were met: those every server has, and its own. */
export class TypeNames {
  readonly #own = new Map<number, TypeFacts>();

  /** What is known of a type. */
  readonly facts = (oid: number): TypeFacts | undefined => builtinTypes.get(oid) ?? this.#own.get(oid);

  /** Learns the types that are not known yet, with the types of their elements. */
  async learn(oids: readonly number[], ask: AskTypes): Promise<void> {
    const unknown = [...new Set(oids)].filter((oid) => oid !== 0 && this.facts(oid) === undefined);
    if (unknown.length === 0) return;
    const rows = await ask(typesQuery, [`{${unknown.join(',')}}`]);
    const elements: number[] = [];
    for (const [oid, name, element, base, delimiter, labels] of rows) {
      if (base !== '0') elements.push(Number(base));
      if (element !== '0') elements.push(Number(element));
      this.#own.set(Number(oid), {
        name: name ?? 'unknown',
        ...(element !== '0' && {element: Number(element), delimiter: delimiter ?? ','}),
        ...(base !== '0' && {base: Number(base)}),
        ...(typeof labels === 'string' && {labels: JSON.parse(labels) as string[]}),
      });
    }
    // Those that even the server does not know are not asked for again.
    for (const oid of unknown) if (!this.#own.has(oid)) this.#own.set(oid, {name: 'unknown'});
    await this.learn(elements, ask);
  }
}

/** Only a true array has elements here: `name` and `point` have a typelem as well, and are written as they are. */
const typesQuery = `select t.oid, case when e.oid is null then t.typname else e.typname || '[]' end,
    coalesce(e.oid, 0), case when t.typtype = 'd' then t.typbasetype else 0 end, coalesce(e.typdelim, ','),
    (select pg_catalog.json_agg(l.enumlabel order by l.enumsortorder) from pg_catalog.pg_enum l where l.enumtypid = t.oid)
  from pg_catalog.pg_type t
  left join pg_catalog.pg_type e on e.oid = t.typelem and e.typarray = t.oid
  where t.oid = any($1::pg_catalog.oid[])`;
