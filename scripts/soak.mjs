// `npm run soak`: all tests, with test/soak among them, and hundreds of calls under each fault of test/faults; HAFT_SEED
// repeats the faults of a run that failed. Needs `node --experimental-vm-modules`, as jest's workers inherit it.
process.env.HAFT_SOAK = '1';
await import('../node_modules/jest/bin/jest.js');
