import type {Command} from '../command.js';

export const search: Command = {
  name: 'search',
  summary: 'Find tools by what they do and by facts, the best first',
  arguments: [{name: 'TEXT', description: 'words: what should be done, or with what', optional: true, rest: true}],
  options: {
    limit: {type: 'integer', short: 'n', value: 'N', minimum: 1, description: 'How many at most; default 10'},
    explain: {type: 'boolean', description: 'Tell why each was found'},
    module: {
      type: 'string',
      short: 'm',
      value: 'MODULE',
      multiple: true,
      completes: {with: 'modules'},
      description: 'Of this module; given more than once, of one of them',
    },
    tag: {
      type: 'string',
      value: 'TAG',
      multiple: true,
      completes: {with: 'tags'},
      description: 'With this tag; given more than once, with all of them',
    },
    produces: {
      type: 'string',
      value: 'TYPE',
      multiple: true,
      completes: {with: 'handles'},
      description: 'That makes handles of this type',
    },
    consumes: {
      type: 'string',
      value: 'TYPE',
      multiple: true,
      completes: {with: 'handles'},
      description: 'That takes handles of this type',
    },
    tier: {
      type: 'string',
      value: 'N',
      choices: ['0', '1', '2', '3', '4'],
      description: 'Of this security tier or a lower one',
    },
    cost: {
      type: 'string',
      value: 'COST',
      choices: ['free', 'low', 'medium', 'high'],
      description: 'That costs this or less',
    },
    'no-side-effects': {type: 'boolean', description: 'That never changes anything'},
    reversible: {type: 'boolean', description: 'That can be taken back'},
    idempotent: {type: 'boolean', description: 'Where twice is the same as once'},
  },
  details: ['Text, facts, or both: the text ranks what has all the facts.'],
  examples: [
    'haft search read a file',
    'haft search commit -n 3 --explain',
    'haft search --produces git_repository --tier 1 --json',
  ],
  run: async (invocation) => (await import('../actions/search.js')).searchTools(invocation),
};
