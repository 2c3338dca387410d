import {scanSql, ToolError} from '../../../src/sdk.js';
import type {SqlToken} from '../../../src/sdk.js';
import {checkText} from '../values/encode.js';

/** What the text of a statement tells without asking the server. Nothing of safety rests on it: the server decides that. */
export interface StatementFacts {
  /** First word, in small letters. */
  readonly verb: string;
  /** It seems to read, and calls nothing: whether a view does is not seen. */
  readonly reads: boolean;
  /** It may leave something in the session: a parameter, a lock, a temporary table, a prepared statement. */
  readonly marksSession: boolean;
  /** It may take effect before its end. */
  readonly immediate: boolean;
  /** It reads or changes rows and does nothing else: the server can keep it, and run it again with other values. */
  readonly repeats: boolean;
}

const readers = new Set(['select', 'values', 'table', 'with', 'show', 'explain']);
const changers = new Set(['insert', 'update', 'delete', 'merge', 'create', 'alter', 'drop', 'truncate', 'comment']);
const repeaters = new Set(['select', 'values', 'table', 'with', 'insert', 'update', 'delete', 'merge']);
const immediates = new Set(['call', 'do', 'vacuum', 'cluster', 'reindex', 'checkpoint']);
const structures = new Set([
  'create',
  'alter',
  'drop',
  'truncate',
  'comment',
  'analyze',
  'vacuum',
  'cluster',
  'reindex',
]);
/** What makes a definition one that can not be part of a transaction. */
const outside = ['database', 'tablespace', 'concurrently', 'subscription', 'system'];

/** Words that stand before a parenthesis without being a function. */
const keyWords = new Set(
  `select from where and or not in exists any all some as on using over filter values case when then else end by
  having union intersect except distinct within array row rows table limit offset fetch with recursive returning set
  into default key primary references unique check default interval numeric varchar char decimal time timestamp bit
  float explain lateral is like ilike between conflict partition group order only cube rollup sets grouping materialized`.split(
    /\s+/,
  ),
);

/** Functions of the server that leave nothing in the session. */
const harmless = new Set(
  `count sum avg min max coalesce nullif greatest least abs ceil ceiling floor round trunc sqrt power mod sign exp ln
  log random gen_random_uuid md5 sha256 lower upper initcap length char_length octet_length trim btrim ltrim rtrim
  substring substr position strpos replace concat concat_ws left right lpad rpad repeat reverse split_part
  string_to_array regexp_replace regexp_match regexp_matches starts_with format quote_ident quote_literal ascii chr
  encode decode to_char to_date to_timestamp to_number now clock_timestamp date_trunc date_part extract age make_date
  make_interval cast convert overlay generate_series unnest array_agg array_length array_to_string array_append
  array_prepend array_position array_remove array_cat cardinality string_agg json_agg jsonb_agg json_object_agg
  jsonb_object_agg json_build_object jsonb_build_object json_build_array jsonb_build_array to_json to_jsonb row_to_json
  jsonb_set jsonb_array_elements jsonb_array_elements_text jsonb_each jsonb_each_text jsonb_array_length jsonb_typeof
  jsonb_object_keys jsonb_path_query json_array_elements row_number rank dense_rank percent_rank cume_dist ntile lag
  lead first_value last_value nth_value bool_and bool_or every stddev variance corr percentile_cont percentile_disc
  mode to_regclass to_regtype pg_get_expr pg_get_constraintdef pg_get_indexdef pg_get_viewdef format_type
  pg_table_is_visible obj_description col_description pg_total_relation_size pg_relation_size pg_size_pretty
  pg_typeof version current_database current_schema current_schemas current_setting pg_backend_pid pg_sleep nextval
  currval`.split(/\s+/),
);

/** Words of statements that leave something in the session. */
const sessionWords = new Set(
  'set reset discard listen unlisten prepare deallocate execute declare temp temporary load lock security into'.split(
    ' ',
  ),
);

const known = new Map<string, StatementFacts>();
const maxKnown = 500;

/** Facts of a statement. Answers INVALID_PARAMETER for one that no tool runs: of transactions, COPY, or with a NUL. */
export function statementFacts(text: string): StatementFacts {
  let facts = known.get(text);
  if (facts) return facts;
  facts = look(checkText(text, 'The statement'));
  if (known.size >= maxKnown) known.clear();
  if (text.length < 10_000) known.set(text, facts);
  return facts;
}

/** What can be known of the text; where the server may read it in another way, anything is expected of it. */
function look(text: string): StatementFacts {
  const {tokens, sure} = scanSql(text);
  const first = tokens.find(({kind, text: mark}) => kind !== 'mark' || (mark !== '(' && mark !== ';'));
  const verb = first?.kind === 'word' ? first.text : '';
  refuse(verb);
  const words = new Set(tokens.flatMap(({kind, text: word}) => (kind === 'word' ? [word] : [])));
  const has = (names: Iterable<string>): boolean => [...names].some((name) => words.has(name));
  const structural = structures.has(verb);
  const ordinary = readers.has(verb) || ['insert', 'update', 'delete', 'merge'].includes(verb);
  const marksSession = !sure || leavesTraces(tokens) || (!structural && (!ordinary || callsAny(tokens, isStranger)));
  const immediate = immediates.has(verb) || (structural && (!sure || has(outside))) || verb === '';
  // `for update`, `for no key update`, `for share` lock rows.
  const writes = has(changers) || has(['share', 'nextval', 'analyze']);
  const reads = readers.has(verb) && !writes && !marksSession && !callsAny(tokens, () => true);
  const repeats = repeaters.has(verb) && !marksSession;
  return {verb, reads, marksSession, immediate, repeats};
}

/** INSERT INTO and UPDATE … SET say nothing of the session, SELECT INTO and SET do. */
function leavesTraces(tokens: readonly SqlToken[]): boolean {
  let updates = 0;
  return tokens.some(({kind, text}, at) => {
    if (kind !== 'word') return false;
    if (text === 'update') updates++;
    if (text === 'into' && ['insert', 'merge'].includes(tokens[at - 1]?.text ?? '')) return false;
    if (text === 'set' && updates > 0) {
      updates--;
      return false;
    }
    return sessionWords.has(text) || text.startsWith('pg_temp');
  });
}

/** Whether it calls a function that is of this kind, by its name and whether that has a schema. */
function callsAny(tokens: readonly SqlToken[], isMeant: (name: SqlToken, qualified: boolean) => boolean): boolean {
  const isMark = (at: number, mark: string): boolean => tokens[at]?.kind === 'mark' && tokens[at]?.text === mark;
  return tokens.some((token, at) => {
    if (token.kind === 'mark' || !isMark(at + 1, '(') || isColumnList(tokens, at)) return false;
    const qualified = isMark(at - 1, '.');
    if (!qualified && token.kind === 'word' && keyWords.has(token.text)) return false;
    return isMeant(token, qualified);
  });
}

/** One of the server's own is named without a schema. */
const isStranger = ({kind, text}: SqlToken, qualified: boolean): boolean =>
  qualified || kind === 'quoted' || !harmless.has(text);

/** A name before a list of columns is no function: `insert into a.b as c (`, `as t (`. */
function isColumnList(tokens: readonly SqlToken[], at: number): boolean {
  let before = at - 1;
  if (tokens[before]?.text === 'as') return true;
  while (tokens[before]?.kind === 'mark' && tokens[before]?.text === '.') before -= 2;
  return tokens[before]?.text === 'into' && tokens[before - 1]?.text === 'insert';
}

const transactionVerbs = new Set(['begin', 'start', 'commit', 'end', 'abort', 'rollback', 'savepoint', 'release']);

function refuse(verb: string): void {
  if (transactionVerbs.has(verb)) {
    throw new ToolError('INVALID_PARAMETER', `${verb.toUpperCase()} is not run as a statement`, {
      outcome: 'not_executed',
      suggestions: ['Use db.beginTransaction, db.commit and db.rollback'],
    });
  }
  if (verb === 'copy') {
    throw new ToolError('INVALID_PARAMETER', 'COPY is not run: there is nothing to copy from or to', {
      outcome: 'not_executed',
      suggestions: ['Use db.insert with a list of rows, and db.openCursor to read many'],
    });
  }
}
