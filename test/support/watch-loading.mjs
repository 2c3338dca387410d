// `node --import watch-loading.mjs script.mjs`: the process tells on stdout, as a JSON list when it ends, the files that it has
// loaded, those of `require` included. The same file is what Node runs beside the program to see what that imports.
import {createRequire, register} from 'node:module';
import {isMainThread, MessageChannel, receiveMessageOnPort} from 'node:worker_threads';

if (isMainThread) {
  const {port1, port2} = new MessageChannel();
  port1.unref();
  register(import.meta.url, {data: {port: port2}, transferList: [port2]});
  process.on('exit', () => {
    const files = Object.keys(createRequire(import.meta.url).cache);
    for (let next; (next = receiveMessageOnPort(port1));) files.push(next.message);
    console.log(JSON.stringify(files));
  });
}

let loads;

export function initialize({port}) {
  loads = port;
}

export async function load(url, context, nextLoad) {
  loads.postMessage(url);
  return nextLoad(url, context);
}
