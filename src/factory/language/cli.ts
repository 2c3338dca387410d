import type {CliModuleKeys, CliToolKeys} from '../wrap-config.js';
import {count, template, templateMap, text, texts, textTemplate} from './parts.js';
import type {WrapLanguage, Shape} from '../../contract/wrap-kind.js';

const cliModule: Readonly<Record<keyof CliModuleKeys, Shape>> = {
  command: text('Program: a name that is looked up on the PATH once, or an absolute path.', {minLength: 1}),
  wraps: text('Another spelling of `command`.', {minLength: 1}),
  cwd: textTemplate('Directory it runs in. Default: the runtime value `basePath`, else the current directory.'),
  env: templateMap('Environment of the program, beside PATH, HOME, LANG, LC_ALL, TZ and TMPDIR.'),
  inheritEnv: texts('Names of further variables that it gets from this process.'),
  maxOutput: count('Bytes that it may write to stdout and stderr together.', {minimum: 1, default: 1_048_576}),
  killGrace: count('ms between the polite signal and the one that ends it and its descendants.', {default: 500}),
};

const cliTool: Readonly<Record<keyof CliToolKeys, Shape>> = {
  args: {
    description:
      'Arguments, never a shell line: `["log", ["-n", "{limit}"], "--", "{path}"]`. One whose input is missing is left out, a list in the list as a whole; a list as input gives several. A value that begins with `-` is refused before `--`.',
    type: 'array',
    template: true,
    items: {
      anyOf: [
        {type: ['string', 'number']},
        {type: 'array', items: {type: ['string', 'number', 'object']}},
        {
          type: 'object',
          properties: {
            when: text('`{name}`: an input that must be there and not false.'),
            args: {description: 'Arguments that are added then.', type: 'array', items: {type: ['string', 'number']}},
            $config: text('A runtime value.'),
            $env: text('A variable of the environment, kept secret.'),
            default: {description: 'Instead of a missing value.'},
          },
          additionalProperties: false,
        },
      ],
    },
  },
  stdin: template('What the program reads: text, or JSON for any other value. Left out: nothing, stdin is closed.'),
  parse: text('How stdout is read. Left out: `{stdout, stderr, exitCode}`.', {
    enum: ['text', 'lines', 'json', 'jsonl'],
  }),
  exitCodes: {
    description: 'What an exit code means: `ok`, or a code of `errors`. A list names those that are fine.',
    anyOf: [
      {type: 'array', items: {type: 'integer', minimum: 0, maximum: 255}, minItems: 1},
      {type: 'object', additionalProperties: {type: 'string'}, minProperties: 1},
    ],
    default: [0],
  },
};

export const cliLanguage: WrapLanguage = {
  summary: 'a command-line program',
  module: cliModule,
  tool: cliTool,
  required: ['tools'],
  oneOf: ['command', 'wraps'],
  errors: ['OPERATION_FAILED', 'PROTOCOL_ERROR', 'RESOURCE_NOT_FOUND'],
};
