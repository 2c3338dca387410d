import type {CliModuleKeys, CliToolKeys} from '../config-types/cli.js';
import {count, flag, template, templateMap, text, texts, textTemplate} from './parts.js';
import type {WrapLanguage, Shape} from '../../contract/wrap-language.js';

const overflow = text(
  'What happens at more: the program is ended with LIMIT_EXCEEDED (`error`), or beginning and end are kept and it goes on (`truncate`).',
  {enum: ['error', 'truncate'], default: 'error'},
);

const cliModule: Readonly<Record<keyof CliModuleKeys, Shape>> = {
  command: text('Program: a name that is looked up on the PATH once, or an absolute path.', {minLength: 1}),
  wraps: text('Another spelling of `command`.', {minLength: 1}),
  install: text('How the program is had, for whom it is missing: `apt-get install jq`.'),
  cwd: textTemplate('Directory it runs in. Default: the runtime value `basePath`, else the current directory.'),
  env: templateMap('Environment of the program, beside PATH, HOME, LANG, LC_ALL, TZ and TMPDIR.'),
  inheritEnv: texts('Names of further variables that it gets from this process.'),
  maxOutput: count('Bytes that it may write to stdout and stderr together.', {minimum: 1, default: 1_048_576}),
  overflow,
  killGrace: count('ms between the polite signal and the one that ends it and its descendants.', {default: 500}),
};

const argument: Shape = {
  anyOf: [
    {type: ['string', 'number']},
    // A list in the list; what is in it is an argument again.
    {type: 'array', items: {type: ['string', 'number', 'array', 'object']}},
    {
      type: 'object',
      properties: {
        when: text('`{name}`: an input that must be there and not false.', {minLength: 1}),
        unless: text('`{name}`: an input that must not be there, or be false.', {minLength: 1}),
        is: {
          description: 'What the input must be instead, or a list of what it may be.',
          type: ['string', 'number', 'boolean', 'array'],
        },
        each: text('`{name}`: an input that is a list; in `args` it is one item at a time.', {minLength: 1}),
        args: {
          description: 'Arguments that are added then, all or none.',
          type: 'array',
          items: {type: ['string', 'number', 'array', 'object']},
        },
      },
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        join: {description: 'Values that become one argument.', type: ['string', 'array', 'object']},
        with: text('What stands between them.', {default: ','}),
      },
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: {
        $config: text('A runtime value.'),
        $env: text('A variable of the environment, kept secret.'),
        default: {description: 'Instead of a missing value.'},
      },
      additionalProperties: false,
    },
    {
      description: 'Options by name.',
      type: 'object',
      additionalProperties: {type: ['string', 'number', 'boolean', 'object']},
      minProperties: 1,
    },
  ],
};

const parse: Shape = {
  description:
    'How stdout is read: `text`, `lines`, `json`, `jsonl`, `csv`, `table` (columns under a header), `base64`; `{"regex": "^(?<name>.*)$"}` for named groups, `{"split": "\\u0000"}`. Left out: `{stdout, stderr, exitCode}`.',
  anyOf: [
    {type: 'string', enum: ['text', 'lines', 'json', 'jsonl', 'csv', 'table', 'base64']},
    {
      type: 'object',
      properties: {
        format: text('One of the names, with options.', {
          enum: ['text', 'lines', 'json', 'jsonl', 'csv', 'table', 'base64'],
        }),
        regex: text('A pattern whose named groups are the answer.', {minLength: 1}),
        split: text('What ends each part.', {minLength: 1}),
        each: text('Of `regex`: every line matches, every match counts, or there is one.', {
          enum: ['line', 'match', 'once'],
          default: 'line',
        }),
        delimiter: text('Of `csv`: what stands between fields.', {minLength: 1, default: ','}),
        header: {
          description: 'Of `csv`: whether the first line is a header. Default: it is, without `columns`.',
          type: 'boolean',
        },
        quote: flag(
          'Of `csv`: whether a field can stand in quotes; with `false` a quote is text, as in most TSV.',
          true,
        ),
        columns: {
          description: 'Names: of the fields of `csv`, or those in the header of `table`, all of them.',
          type: 'array',
          items: {type: 'string', minLength: 1},
          minItems: 1,
        },
        types: {
          description: 'Of rows: names of what is no text. An empty cell or `-` is left out then.',
          type: 'object',
          additionalProperties: {type: 'string', enum: ['number', 'integer', 'boolean']},
        },
      },
      additionalProperties: false,
    },
  ],
};

const cliTool: Readonly<Record<keyof CliToolKeys, Shape>> = {
  args: {
    description:
      'Arguments, never a shell line: `["log", {"--all": "{all}", "--author=": "{author}"}, ["-n", "{limit}"], "--", "{paths}"]`. One whose input is missing is left out, a list in the list as a whole; a list as input gives several. `{"when": "{a}", "args": […]}`, `{"each": "{list}", "args": […]}` and `{"join": "{list}", "with": ","}` say more. A value that begins with `-` is refused before `--`.',
    type: 'array',
    template: true,
    items: argument,
  },
  stdin: template(
    'What the program reads: text, JSON for any other value, `{"lines": "{list}"}`, or `{"base64": "{data}"}` for bytes. Left out: nothing, stdin is closed.',
  ),
  cwd: textTemplate('Directory of this call: that of the module or one below it, by its real path.'),
  env: templateMap('Environment of this tool, beside that of the module.'),
  parse,
  progress: {
    description:
      'What of its output is told while it runs: `lines`, or `{"regex": "(?<percent>\\\\d+)%"}` with `percent`, `done` and `total`, or `message`.',
    anyOf: [
      {type: 'string', enum: ['lines']},
      {
        type: 'object',
        properties: {regex: text('A pattern that is tried on every line.', {minLength: 1})},
        required: ['regex'],
        additionalProperties: false,
      },
    ],
  },
  exitCodes: {
    description: 'What an exit code means: `ok`, or a code of `errors`. A list names those that are fine.',
    anyOf: [
      {type: 'array', items: {type: 'integer', minimum: 0, maximum: 255}, minItems: 1},
      {type: 'object', additionalProperties: {type: 'string'}, minProperties: 1},
    ],
    default: [0],
  },
  stderr: {
    description:
      'What an exit code other than 0 means by what was written to stderr: patterns, in any case of letters, to codes of `errors`. The first that matches counts, before `exitCodes`.',
    type: 'object',
    additionalProperties: {type: 'string'},
    minProperties: 1,
  },
  maxOutput: count('Bytes that this tool may write. Default that of the module.', {minimum: 1}),
  overflow: {...overflow, description: 'The same as `overflow` of the module, for this tool.'},
};

export const cliLanguage: WrapLanguage = {
  summary: 'a command-line program',
  module: cliModule,
  tool: cliTool,
  required: ['tools'],
  oneOf: ['command', 'wraps'],
  errors: ['OPERATION_FAILED', 'PROTOCOL_ERROR', 'RESOURCE_NOT_FOUND', 'LIMIT_EXCEEDED'],
};
