import {valueFormats} from '../sql/value-formats.js';

/** What a session is set to when it is opened, so that values read the same on every server and nothing runs for ever. */
export interface SessionParameters {
  /** ms; 0 is no limit. */
  readonly statementTimeout: number;
  /** ms; 0 is no limit. */
  readonly idleTransactionTimeout: number;
  readonly readOnly: boolean;
  readonly schemas: readonly string[] | undefined;
  readonly applicationName: string;
}

/** ms by which the server's own limits are behind ours: they are the second line. */
const margin = 1000;

const afterOurs = (ms: number): string => String(ms === 0 ? 0 : ms + margin);

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** One statement that sets them all. */
export function parameterStatement(parameters: SessionParameters): {text: string; values: readonly string[]} {
  const {statementTimeout, idleTransactionTimeout, readOnly, schemas, applicationName} = parameters;
  const settings = {
    ...valueFormats,
    standard_conforming_strings: 'on',
    statement_timeout: afterOurs(statementTimeout),
    idle_in_transaction_session_timeout: afterOurs(idleTransactionTimeout),
    application_name: applicationName,
    ...(schemas && {search_path: schemas.map(quoted).join(', ')}),
    // Last: what is read-only can be told from then on.
    default_transaction_read_only: readOnly ? 'on' : 'off',
  };
  const entries = Object.entries(settings);
  const parts = entries.map((_, index) => `set_config($${String(2 * index + 1)}, $${String(2 * index + 2)}, false)`);
  return {text: `select ${parts.join(', ')}`, values: entries.flat()};
}
