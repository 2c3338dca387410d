// Writes one file over and over through the module until it is killed: `node crash-writer.mjs module base bytes`, where
// module is the built index of modules/filesystem. Prints a dot before each write.
const [module, basePath, bytes] = process.argv.slice(2);
const {FileSystemModule} = await import(module);
const limits = {maxUndoBytes: 0, maxWriteBytes: Number(bytes)};
const fs = await FileSystemModule.create({basePath, permissions: 'read-write', ...limits});
for (let turn = 0; ; turn += 1) {
  const content = String.fromCharCode(97 + (turn % 26)).repeat(Number(bytes));
  process.stdout.write('.');
  await fs.write({path: 'file', content});
}
