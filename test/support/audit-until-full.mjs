// Writes audit lines until the file may not grow any more, then says how often it was refused. Its folder is the argument,
// the compiled sink the second.
const [folder, sinkModule] = process.argv.slice(2);
const {JsonlAuditSink} = await import(sinkModule);
process.on('SIGXFSZ', () => undefined);
const sink = new JsonlAuditSink(folder);
let refused = 0;
for (let count = 0; count < 50; count++) {
  const entry = {timestamp: '2026-01-31T12:00:00.000Z', phase: 'outcome', callId: `c-${count}`, tool: 'fs.read'};
  try {
    sink.write({...entry, context: {}, decision: {effect: 'allow'}, input: 'x'.repeat(100)});
  } catch {
    refused++;
  }
}
process.stdout.write(String(refused));
