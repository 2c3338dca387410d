import type {CommonModuleKeys, CommonToolKeys} from '../config-types/common.js';
import {anything, count, expression, flag, handleName, schema, text, texts} from './parts.js';
import type {Shape} from '../../contract/wrap-language.js';

const tier: Shape = {description: 'How much harm it can do: 0 safe to 4 dangerous.', enum: [0, 1, 2, 3, 4]};
const waiting = (description: string): Shape => ({description, type: 'number', minimum: 0});

const backoff: Shape = {
  description: 'How long to wait before each retry.',
  type: 'object',
  properties: {
    type: text('`none`, the same `delay` each time, more by `increment`, times `multiplier`, or `base` with chance.', {
      enum: ['none', 'fixed', 'linear', 'exponential', 'jittered'],
    }),
    delay: waiting('Of `fixed`: ms.'),
    baseDelay: waiting('Of `linear` and `exponential`: ms before the first retry.'),
    increment: waiting('Of `linear`: ms that are added each time.'),
    maxDelay: waiting('Of `exponential`: ms at most.'),
    multiplier: waiting('Of `exponential`: how much longer each time.'),
    base: {description: 'Of `jittered`: a backoff as here.', type: 'object'},
    jitter: waiting('Of `jittered`: the part of it that is left to chance, 0 to 1.'),
  },
  required: ['type'],
  additionalProperties: false,
};

const retry: Shape = {
  description:
    'When a failed call is made again: a preset or a policy. A tool that is not idempotent is retried only when nothing happened.',
  anyOf: [
    {type: 'string', enum: ['NONE', 'QUICK', 'STANDARD', 'AGGRESSIVE']},
    {
      type: 'object',
      properties: {
        maxRetries: count('Retries after the first attempt.'),
        backoff,
        retryableErrors: texts('Codes; when given, only these are retried.'),
        nonRetryableErrors: texts('Codes that end it.'),
        shouldRetry: {description: 'Asked first.', code: '`(error, attempt) => boolean`'},
      },
      required: ['maxRetries', 'backoff'],
      additionalProperties: false,
    },
  ],
  default: 'NONE',
};
const timeout = count('ms that one attempt may take; 0 is no limit.', {default: 30_000});

const rate = (description: string): Shape => ({
  description,
  type: 'object',
  properties: {requests: count('Calls.', {minimum: 1}), per: count('ms.', {minimum: 1})},
  required: ['requests', 'per'],
  additionalProperties: false,
});

/** Keys of every config, whatever it wraps. */
export const commonModuleKeys: Readonly<Record<keyof CommonModuleKeys, Shape>> = {
  $schema: text('Where editors find this schema: `./node_modules/haft/config.schema.json`.'),
  extends: {
    description:
      'Configs that this one stands on: a path beside the file, or one that ships (`haft/configs/github.json`). Keys of this one win, tools are put together by name, and `null` takes one away.',
    anyOf: [{type: ['string', 'object']}, {type: 'array', items: {type: ['string', 'object']}, minItems: 1}],
  },
  name: text(
    'Name of the kind of module, such as `FileSystemModule`. Instances take the name given to `createFromConfig`.',
  ),
  description: text('What the module is for, in a sentence that an agent can choose by.'),
  version: text('Version of the config.', {default: '0.1.0'}),
  category: text('Group that the tools are listed under.', {default: 'wrapped'}),
  resource: text('What kind of resource the tools work with.'),
  tags: texts('Words that the tools are found by, beside their own.'),
  requirements: texts('What must be there, in words: `network access`.'),
  limitations: texts('What the module can not do, in words.'),
  config: schema('The runtime values it takes; `secret: true` hides one. Left out: any object.'),
  handles: {
    description: 'Types of handle that its tools make, by name. Only needed to say more about one.',
    type: 'object',
    additionalProperties: {
      type: 'object',
      properties: {
        description: text('What is behind the handle.'),
        dispose: text('Method that ends the object behind it: `close`.'),
        fields: {
          description: 'Public fields of the handle: name to a property, or to a method without arguments.',
          type: 'object',
          additionalProperties: {type: 'string'},
        },
        idleTtl: count('ms without use after which the object is let go; default never.', {minimum: 1}),
        parent: text(
          'Type of handle whose object this one lives in: it ends before that, as a page before its document.',
        ),
      },
      additionalProperties: false,
    },
  },
  securityTier: {...tier, description: `${String(tier.description)} For tools that name none.`, default: 1},
  timeout: {...timeout, description: 'ms that one attempt of a tool may take, for tools that name none.'},
  retry: {...retry, description: 'Retry policy for tools that name none.'},
  rateLimit: rate('At most so many calls of all tools together in so many ms; more wait their turn.'),
};

/** Keys of every tool, whatever it binds to. */
export const commonToolKeys: Readonly<Record<keyof CommonToolKeys, Shape>> = {
  description: text('What the tool does, in detail enough for an LLM to choose it.', {pattern: '\\S'}),
  input: schema('What the tool takes. Left out: derived from the binding where that can be.'),
  inputSchema: schema('Another spelling of `input`.'),
  output: schema('What the tool answers. Left out: any JSON.'),
  outputSchema: schema('Another spelling of `output`.'),
  transform: {
    description: 'What happens to values on their way in and out.',
    type: 'object',
    properties: {
      input: expression('Makes the values that the binding sees from the input.', '`(input) => values`'),
      output: expression('Makes the data from the result.', '`(result, input) => data`, async if need be'),
    },
    additionalProperties: false,
  },
  outputTransform: expression('Another spelling of `transform.output`.', '`(result, input) => data`, async if need be'),
  paths: texts(
    'Inputs that are paths of files: confined to the runtime value `basePath` by real path. Known for `fs/promises`.',
  ),
  errors: {
    description: 'Codes that the tool can answer: a description, or what they stand for.',
    type: 'object',
    additionalProperties: {
      anyOf: [
        {type: 'string'},
        {
          type: 'object',
          properties: {
            description: text('When it is answered.'),
            when: {
              description:
                'Native codes (`ENOENT`), names (`TypeError`), HTTP statuses or exit codes that become this code.',
              type: 'array',
              items: {type: ['string', 'integer']},
            },
            recoverable: flag('Whether the same call may succeed later.'),
          },
          additionalProperties: false,
        },
      ],
    },
  },
  planning: {
    description:
      'Facts for a planner. What is left out is taken as the worst: side effects, not idempotent, not reversible.',
    type: 'object',
    properties: {
      cost: text('What a call costs.', {enum: ['free', 'low', 'medium', 'high'], default: 'low'}),
      reliability: text('How often it works.', {enum: ['low', 'medium', 'high'], default: 'medium'}),
      idempotent: flag('Twice is the same as once.'),
      sideEffects: flag('It changes something outside of the module.', true),
      reversible: flag('It can be taken back.'),
      dependencies: texts('Full names of tools that are often used before.'),
    },
    additionalProperties: false,
  },
  undo: {
    description: 'How a call is taken back: another tool of the config, and its input.',
    type: 'object',
    properties: {
      tool: text('Name of the tool that takes it back.', {minLength: 1}),
      input: expression('Makes its input from the data of the call.', '`(data, input) => input of that tool`'),
    },
    required: ['tool'],
    additionalProperties: false,
  },
  positional: texts('Inputs that a script can give by position: `fs.readFile("a.txt")`.'),
  aliases: texts('Other names of the tool.'),
  category: text('Group that the tool is listed under.'),
  resource: text('What kind of resource the tool works with.'),
  tags: texts('Words that the tool is found by.'),
  requirements: texts('What must be there, in words.'),
  limitations: texts('What the tool can not do, in words.'),
  examples: {
    description: 'Calls with their answers.',
    type: 'array',
    items: {
      type: 'object',
      properties: {
        description: text('What the example shows.'),
        input: anything('The input.'),
        output: anything('A result, or the data of one. Left out: any success.'),
        setup: {description: 'What must exist before, for tests that run the example.', type: 'object'},
      },
      required: ['description', 'input'],
      additionalProperties: false,
    },
  },
  securityTier: tier,
  timeout,
  retry,
  rateLimit: rate('At most so many calls in so many ms; more wait their turn.'),
  rate: rate('Another spelling of `rateLimit`.'),
  concurrency: count('Calls that may run at the same time; default no limit.', {minimum: 1}),
};

/** Keys of tools whose binding can make and take live objects. */
export const handleKeys = {
  on: {
    description:
      'Calls the method of the object behind a handle of this type. The input has its name, or the one given as `as`.',
    anyOf: [
      handleName,
      {
        type: 'object',
        properties: {
          handle: {...handleName, description: 'Type of the handle.'},
          as: {...handleName, description: 'Name of the input that takes it. Left out: the type.'},
        },
        required: ['handle'],
        additionalProperties: false,
      },
    ],
  },
  returns: {
    description: 'Keeps the object that the method answers, and gives a handle of this type for it.',
    type: 'object',
    properties: {handle: {...handleName, description: 'Type of the handle.'}},
    required: ['handle'],
    additionalProperties: false,
  },
  release: flag('Ends the handle named by `on` and the object behind it; nothing is called.'),
} as const satisfies Record<string, Shape>;
