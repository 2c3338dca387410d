// Which room may import which: the house of docs/architecture.md as rules. `npm run check:house` runs them, and
// test/house/dependency-rules.test.ts shows that each of them fires.
const {join} = require('node:path');

/** Rooms from the ground up. A room imports those on the floors below its own; neighbours on one floor are strangers. */
const floors = [
  ['contract'],
  ['schema', 'handles', 'processes', 'network', 'shipped'],
  ['policy', 'audit', 'memory', 'undo'],
  ['execution'],
  ['core'],
  ['compose', 'factory', 'registry'],
  ['planning'],
  ['interop', 'remote'],
  ['testing'],
];
const rooms = floors.flat();
const upTo = (room) => floors.slice(0, floors.findIndex((floor) => floor.includes(room)) + 1).flat();
const room = (names) => `^src/(${names.join('|')})/`;

/** The entrances, which are no rooms: what each of them may import. */
const entrances = [
  {name: 'sdk', from: '^src/sdk\\.ts$', may: [room(upTo('core'))]},
  {
    name: 'builtin-kinds',
    from: '^src/builtin-kinds\\.ts$',
    may: [room(upTo('factory')), '^src/sdk\\.ts$', '^modules/'],
  },
  {name: 'config-module', from: '^src/config-module\\.ts$', may: [room(upTo('factory')), '^src/builtin-kinds\\.ts$']},
  {name: 'builtin', from: '^src/builtin\\.ts$', may: ['^src/builtin-kinds\\.ts$', '^modules/']},
  {name: 'index', from: '^src/index\\.ts$', may: [room(upTo('remote')), '^src/(sdk|builtin)\\.ts$', '^modules/']},
  {name: 'cli', from: '^src/cli/', may: ['^src/cli/', room(upTo('remote')), '^src/(sdk|builtin)\\.ts$', '^modules/']},
];

/** Modules that are a config of configs/ with a name. */
const configModules = '^modules/(github|cloud)/';

const forbidden = [
  {
    name: 'no-circles',
    comment: 'Two files that need each other, in types too, hide a third one.',
    from: {},
    to: {circular: true},
  },
  {
    name: 'every-room-is-known',
    comment: 'A new folder of src gets a floor here and a line in docs/architecture.md.',
    from: {
      path: '^src/',
      pathNot: [room([...rooms, 'cli']), '^src/(index|sdk|builtin|builtin-kinds|config-module)\\.ts$'],
    },
    to: {},
  },
  ...floors.flatMap((floor, level) =>
    floor.map((name) => ({
      name: `house-${name}`,
      comment: `${name}/ imports ${floors.slice(0, level).flat().join(', ') || 'nothing of the house'}.`,
      from: {path: room([name])},
      to: {path: '^(src|modules)/', pathNot: [room([name, ...floors.slice(0, level).flat()])]},
    })),
  ),
  ...entrances.map(({name, from, may}) => ({
    name: `house-${name}`,
    comment: `${name} imports ${may.join(', ')}.`,
    from: {path: from},
    to: {path: '^(src|modules)/', pathNot: may},
  })),
  {
    name: 'modules-stand-on-the-sdk',
    comment: 'A module imports src/sdk.ts and no other file of src, as a module from elsewhere would.',
    from: {path: '^modules/', pathNot: configModules},
    to: {path: '^src/', pathNot: ['^src/sdk\\.ts$']},
  },
  {
    name: 'modules-that-are-a-config',
    comment: 'They are their config and nothing more.',
    from: {path: configModules},
    to: {path: '^(src|modules)/', pathNot: ['^src/(sdk|config-module)\\.ts$', configModules]},
  },
  {
    name: 'modules-are-strangers',
    comment: 'What two modules share belongs into a room of src.',
    from: {path: '^modules/([^/]+)/'},
    to: {path: '^modules/', pathNot: ['^modules/$1/']},
  },
  {
    name: 'a-module-has-one-client',
    comment:
      'A module imports its vendor library in client.ts only, that of a wrap kind in the client.ts of the kind; what runs in a thread of its own, in its worker.js.',
    from: {
      path: '^modules/',
      pathNot: [
        '^modules/[^/]+/client\\.ts$',
        '^modules/[^/]+/kinds/[^/]+/client\\.ts$',
        '^modules/[^/]+/kinds/[^/]+/import/client\\.ts$',
        '^modules/[^/]+/.*worker\\.js$',
      ],
    },
    to: {dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional']},
  },
  {
    name: 'ajv-only-in-schema',
    comment: 'The validator is a detail of src/schema.',
    from: {path: '^(src|modules)/', pathNot: ['^src/schema/']},
    to: {path: ['node_modules/ajv/', 'node_modules/ajv-formats/']},
  },
  {
    name: 'nothing-from-the-workshop',
    comment: 'Shipped code imports no tests, examples, benchmarks or scripts.',
    from: {path: '^(src|modules)/'},
    to: {path: '^(test|examples|bench|scripts)/'},
  },
  {
    name: 'only-installed-packages',
    comment: 'Shipped code imports dependencies and optional peers; a devDependency is not there for a user.',
    from: {path: '^(src|modules)/'},
    to: {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['npm', 'npm-peer', 'type-only'],
    },
  },
  {
    name: 'every-import-resolves',
    from: {},
    to: {couldNotResolve: true},
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  // Without a severity a broken rule is a warning, which passes.
  forbidden: forbidden.map((rule) => ({severity: 'error', ...rule})),
  options: {
    doNotFollow: {path: 'node_modules'},
    // Type-only imports count: they carry the shape of the house as well.
    tsPreCompilationDeps: true,
    tsConfig: {fileName: join(__dirname, 'tsconfig.json')},
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
