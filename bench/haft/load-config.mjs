import {ModuleFactory} from '../../dist/src/index.js';
import {defineModule} from '../../dist/src/sdk.js';

const empty = defineModule({name: 'empty', module: 'EmptyModule', description: 'Has no tools', tools: []});

/** A library of notes, of which nothing is called here. */
const target = {get: () => null, find: () => [], add: () => null, change: () => null, remove: () => null};

const note = {
  id: 'string',
  title: 'string',
  text: 'string?',
  tags: 'string[]?',
  changed: {type: 'string', format: 'date-time'},
};
const id = {id: {type: 'string', minLength: 1, required: true, description: 'Id of the note'}};
const text = {title: 'string', text: 'string?', tags: 'string[]?'};
const tool = (description, input, output, example) => ({
  description,
  input,
  output,
  args: ['{*}'],
  errors: {RESOURCE_NOT_FOUND: 'There is no such note'},
  examples: [{description, input: example}],
});

const config = {
  type: 'class',
  target,
  description: 'Notes of a person',
  tools: {
    get: tool('Read a note', id, note, {id: 'a'}),
    find: tool(
      'Find notes by words',
      {words: 'string', since: {type: 'string', format: 'date'}, limit: {type: 'integer', minimum: 1, default: 10}},
      {notes: {type: 'array', items: note, required: true}},
      {words: 'milk', since: '2026-01-01'},
    ),
    add: tool('Add a note', text, note, {title: 'Milk', tags: ['shop']}),
    change: tool('Change a note', {...id, ...text}, note, {id: 'a', title: 'Bread'}),
    remove: tool('Remove a note', id, {removed: 'boolean'}, {id: 'a'}),
  },
};

const ways = {
  'empty module': async () => (await empty.create({})).cleanup(),
  'config, checked': () => {
    const [problem] = ModuleFactory.validate(config, {name: 'notes'});
    if (problem) throw new Error(`${problem.path}: ${problem.message}`);
  },
  'config, made': async () => (await ModuleFactory.createFromConfig('notes', config)).cleanup(),
};

/** A config of five tools is checked, and becomes a live module and goes again. */
export async function prepare(way) {
  return {
    async run(times) {
      for (let i = 0; i < times; i++) await ways[way]();
    },
  };
}
