// Tests run the TypeScript sources as ES modules, transpiled only: types are the duty of `npm run check:types`.
// Set HAFT_SOAK=1 (`npm run soak`) to add the long runs of test/soak.

/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns:
    process.env.HAFT_SOAK === '1' ? ['/node_modules/'] : ['/node_modules/', '<rootDir>/test/soak/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/bench/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {'\\.ts$': ['ts-jest', {useESM: true, tsconfig: '<rootDir>/tsconfig.json'}]},
  moduleNameMapper: {
    '^haft$': '<rootDir>/src/index.ts',
    '^haft/sdk$': '<rootDir>/src/sdk.ts',
    '^haft/testing$': '<rootDir>/src/testing/index.ts',
    '^haft/modules/([^/]+)$': '<rootDir>/modules/$1/index.ts',
    // `./x.js` is how a source names `./x.ts`; a vendor's `./x.js` still resolves to itself, js comes first.
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  maxWorkers: 2,
  // What tests leave in memory makes every program that a later test starts slower: a fork copies the tables of its pages.
  workerIdleMemoryLimit: '400MB',
  // For a machine that is busy with other things; nothing waits for it where all is well.
  testTimeout: 120_000,
};
