// The pages of docs/reference/, in reading order: what is on each, by the beginning of `file#name` of its source.

/** @type {readonly {page: string, title: string, about: string, sources: readonly string[]}[]} */
export const topics = [
  {
    page: 'modules-and-tools',
    title: 'Modules and tools',
    about: 'Definitions, instances, tools, how they are declared, and the record that describes them.',
    sources: [
      'src/core/runtime',
      'src/core/',
      'src/execution/call-spec',
      'src/contract/metadata',
      'src/contract/security-tier',
    ],
  },
  {
    page: 'calls-and-results',
    title: 'Calls, results and errors',
    about: 'What `execute` takes and answers, the codes, and what `run` gets beside its input.',
    sources: [
      'src/contract/call',
      'src/contract/result',
      'src/contract/error',
      'src/contract/native-errors',
      'src/contract/tagged-errors',
      'src/contract/retry-policy',
      'src/contract/nearest',
    ],
  },
  {
    page: 'schemas',
    title: 'Schemas',
    about: 'The spellings of a schema, and the types that follow from one.',
    sources: ['src/schema/', 'src/contract/json'],
  },
  {
    page: 'handles',
    title: 'Handles',
    about: 'Names for live resources: how a type is declared, and how handles are kept.',
    sources: ['src/contract/handle', 'src/handles/'],
  },
  {
    page: 'runtime',
    title: 'Runtime and services',
    about: 'What modules share: policy, audit log, memory, limits, clock, events, undo.',
    sources: ['src/contract/services', 'src/audit/', 'src/memory/', 'src/policy/', 'src/undo/'],
  },
  {
    page: 'wrapping',
    title: 'Wrapping',
    about: '`ModuleFactory`, the configs that it takes, and what a wrap kind is made of.',
    sources: ['src/factory/', 'src/core/wrap-kind', 'src/contract/wrap-language', 'src/index.ts#ModuleFactory'],
  },
  {
    page: 'registry',
    title: 'Registry',
    about: 'Providers, modules by name, and search.',
    sources: ['src/registry/', 'src/index.ts#ToolRegistry', 'src/index.ts#createRegistry'],
  },
  {
    page: 'outside',
    title: 'Programs and hosts',
    about:
      'For modules that start programs or reach hosts: ending all of a program, and telling public addresses apart.',
    sources: ['src/processes/', 'src/network/'],
  },
  {
    page: 'built-in-modules',
    title: 'Built-in modules',
    about: 'The classes and config types of the modules that ship. Their tools are in the pages of docs/modules/.',
    sources: ['modules/', 'src/config-module'],
  },
  {
    page: 'testing',
    title: 'Testing',
    about: 'What module authors test with.',
    sources: ['src/testing/'],
  },
];
