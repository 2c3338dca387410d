import type {WrapKind} from '../../core/wrap-kind.js';

const check: WrapKind['check'] = async (config, report) => {
  const {checkLibrary} = await import('./check-library.js');
  checkLibrary(config, report);
};

/** The functions of a library; both names mean the same, and are both in the seeds. */
const library = (type: string): WrapKind => ({
  type,
  check,
  connect: async (setup) => {
    const {loadLibrary} = await import('./load-library.js');
    const {openLibrary} = await import('./library-session.js');
    return openLibrary(setup, await loadLibrary(setup));
  },
});

/** An object or a class that the caller has already, or that a library exports. */
const classKind: WrapKind = {
  type: 'class',
  check,
  connect: async (setup) => {
    const {loadLibrary} = await import('./load-library.js');
    const {openLibrary} = await import('./library-session.js');
    const {target} = setup.config;
    return openLibrary(setup, target === undefined ? await loadLibrary(setup) : {value: target, exports: {}});
  },
};

/** The kinds that need no vendor: by their names in a config. What they work with is loaded with the first module. */
export const libraryKinds = {
  node_module: library('node_module'),
  npm_library: library('npm_library'),
  class: classKind,
} as const;
