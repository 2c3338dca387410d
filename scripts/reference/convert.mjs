// The public exports as typedoc's model: converted from the sources, put on the pages of topics.mjs.
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {Application, DeclarationReflection, ReflectionKind} from 'typedoc';
import {topics} from './topics.mjs';

/** What the package exports, by the name people import, in the order in which a name gets its home. */
const entryPoints = {
  haft: 'src/index.ts',
  'haft/sdk': 'src/sdk.ts',
  'haft/testing': 'src/testing/index.ts',
  'haft/modules/filesystem': 'modules/filesystem/index.ts',
  'haft/modules/git': 'modules/git/index.ts',
};

const options = {
  plugin: ['typedoc-plugin-markdown'],
  tsconfig: 'tsconfig.build.json',
  // Types have a check of their own, and this one must work while a colleague's file is half written.
  skipErrorChecking: true,
  entryPointStrategy: 'resolve',
  excludeExternals: true,
  excludePrivate: true,
  excludeInternal: true,
  disableGit: true,
  sourceLinkTemplate: '{path}',
  readme: 'none',
  router: 'haft',
  theme: 'haft',
  expandObjects: true,
  hideGenerator: true,
  logLevel: 'Warn',
  validation: {invalidLink: true, notExported: false, notDocumented: false, rewrittenLink: true},
};

/** An application of typedoc and the project with a module for every page; `extend` adds what renders it. */
export async function convert(root, extend) {
  const entries = Object.entries(entryPoints).filter(([, file]) => existsSync(join(root, file)));
  const app = await Application.bootstrapWithPlugins({
    ...options,
    basePath: root,
    tsconfig: join(root, options.tsconfig),
    entryPoints: entries.map(([, file]) => join(root, file)),
  });
  extend(app);
  const project = await app.convert();
  if (!project) throw new Error('typedoc could not read the sources');
  app.validate(project);
  const exportedBy = importNames(project, entries);
  arrange(project);
  return {app, project, exportedBy};
}

/** By export, the entry points it can be imported from, and under which name there. */
function importNames(project, entries) {
  const exportedBy = new Map();
  for (const [name, file] of entries) {
    const module = project.children.find((child) => child.sources?.[0]?.fileName === file);
    for (const child of module?.children ?? []) {
      const target = child.isReference() ? child.getTargetReflectionDeep() : child;
      exportedBy.set(target, [...(exportedBy.get(target) ?? []), {from: name, as: child.name}]);
    }
  }
  return exportedBy;
}

/** The page that names the longest beginning of a source. */
function pageOf(source, pages) {
  const length = ({sources}) => Math.max(0, ...sources.map((start) => (source.startsWith(start) ? start.length : 0)));
  const best = pages.reduce((longest, page) => (length(page) > length(longest) ? page : longest));
  return length(best) > 0 ? best : undefined;
}

/** Moves every export from its entry point to the page of its source, and drops what entry points only pass on. */
function arrange(project) {
  const pages = topics.map((topic) => ({...topic, children: []}));
  for (const entry of [...project.children]) {
    for (const child of [...entry.children]) {
      if (child.isReference()) continue;
      const source = `${child.sources?.[0]?.fileName}#${child.name}`;
      const page = pageOf(source, pages);
      if (!page) throw new Error(`${source} has no page: give it one in scripts/reference/topics.mjs`);
      page.children.push(child);
    }
    project.removeChild(entry);
  }
  for (const {page, children} of pages) {
    if (children.length === 0) continue;
    const module = new DeclarationReflection(page, ReflectionKind.Module, project);
    for (const child of children) {
      child.parent = module;
      module.addChild(child);
    }
    project.addChild(module);
  }
}
