import type {JsonSchema} from '../../contract/json.js';
import {usageError} from '../usage-error.js';

type Config = Readonly<Record<string, unknown>>;

/** The one thing that a built-in module can not work without. */
export interface Essential {
  /** The option of `haft init` that says it. */
  readonly option: string;
  /** To follow `without`. */
  readonly what: string;
  /** What the option takes. */
  readonly description: string;
  /** Keys of the config; with one of them the person has said it in another way. */
  readonly keys: readonly string[];
  /** What may be typed. */
  readonly schema: JsonSchema;
  /** The config that it makes. */
  readonly read: (text: string) => Config;
}

const text: JsonSchema = {type: 'string', minLength: 1};

/** By provider. The others work as they are. */
export const essentials: Readonly<Record<string, Essential>> = {
  http: {
    option: 'base-url',
    what: 'the address of its API',
    description: 'the address that requests go to, such as https://api.example.com',
    keys: ['baseURL', 'allowedOrigins'],
    schema: {...text, pattern: '^https?://\\S+$'},
    read: (baseURL) => ({baseURL}),
  },
  db: {
    option: 'database',
    what: 'a database',
    description:
      "memory, a folder, postgres://user@host/database, or '$NAME' for a variable that holds such an address",
    keys: ['embedded', 'url', 'env', 'host', 'port', 'database', 'user', 'password'],
    schema: text,
    read: readDatabase,
  },
  shell: {
    option: 'commands',
    what: 'the programs that it may run',
    description: 'the programs that may be run, separated by commas, such as ls,npm',
    keys: ['commands'],
    schema: text,
    read: (list) => ({commands: list.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))}),
  },
  mcp: {
    option: 'server',
    what: 'its server',
    description: "the command line of the MCP server, such as 'npx -y some-server', or its address",
    keys: ['server', 'serverConfig'],
    schema: text,
    read: readServer,
  },
};

/** Whether a config has what is needed. */
export const isGiven = ({keys}: Essential, config: Config): boolean => keys.some((key) => Object.hasOwn(config, key));

/** Which database is meant by what was typed. Throws where it holds a password. */
export function readDatabase(typed: string): Config {
  const variable = /^\$\{?([A-Za-z_]\w*)\}?$/.exec(typed)?.[1];
  if (variable !== undefined) return {url: {$env: variable}};
  if (!/^[a-z]+:\/\//i.test(typed)) return {embedded: typed};
  if (URL.canParse(typed) && new URL(typed).password !== '') {
    throw usageError(
      'A password does not belong into a config',
      "Put the address into a variable, and give its name: --database '$DATABASE_URL'",
    );
  }
  return {url: typed};
}

/** Which MCP server is meant by what was typed. */
export function readServer(typed: string): {readonly server: Readonly<Record<string, unknown>>} {
  if (/^https?:\/\//i.test(typed)) return {server: {url: typed}};
  const words = [...typed.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare,
  );
  const [command, ...args] = words;
  return {server: {command, ...(args.length > 0 && {args})}};
}
