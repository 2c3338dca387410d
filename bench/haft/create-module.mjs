import {builtinProviders} from '../../dist/src/builtin.js';
import {defineModule} from '../../dist/src/sdk.js';
import {tempFolder} from '../lib/temp-folder.mjs';

const empty = defineModule({name: 'empty', module: 'EmptyModule', description: 'Has no tools', tools: []});

/** From a config to a live module and back; nothing outside of the process is asked. */
export async function prepare(name) {
  const folder = await tempFolder();
  const configs = {
    fs: {basePath: folder.path},
    git: {basePath: folder.path},
    http: {baseURL: 'http://127.0.0.1:9'},
    db: {url: 'postgres://nobody@127.0.0.1:9/none'},
    shell: {basePath: folder.path, commands: ['echo']},
  };
  const definition = name === 'empty module' ? empty : await builtinProviders[name]();
  const make = async () => {
    const module = await definition.create(configs[name] ?? {});
    await module.cleanup();
  };
  // The first imports the vendor.
  await make();
  return {
    async run(times) {
      for (let i = 0; i < times; i++) await make();
    },
    close: folder.remove,
  };
}
