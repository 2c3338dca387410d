// What a TypeScript user relies on: it compiles strictly, gives no `any`, and a misspelt call does not compile.
// Checked twice: against the sources by `npm run check:types`, and against the packed declarations by package.test.ts.
import {FileSystemModuleDefinition, type GitModuleDefinition} from 'haft';

type IsAny<T> = 0 extends 1 & T ? true : false;

/** Does not compile for an `any`: then it wants a second argument that cannot be had. */
export function notAny<T>(_value: T, ..._proof: IsAny<T> extends true ? [never] : []): void {
  return;
}

export async function job(basePath: string): Promise<string> {
  const fs = await FileSystemModuleDefinition.create({basePath, permissions: 'read-write'});
  notAny(fs);
  notAny(await fs.write({path: 'a.txt', content: 'x'}));

  const {content} = await fs.read({path: 'a.txt'});
  notAny(content);
  const text: string = content;
  // @ts-expect-error what was read is a string
  const count: number = content;
  notAny(count);

  const result = await fs.getTool('read').execute({path: 'a.txt'});
  notAny(result);
  notAny(result.metadata.duration);
  // @ts-expect-error a result has data only where it succeeded
  notAny(result.data.content);
  if (result.success) notAny(result.data);
  else notAny(result.error.details);

  await fs.cleanup();
  return text;
}

type FileSystem = Awaited<ReturnType<typeof FileSystemModuleDefinition.create>>;
type Git = Awaited<ReturnType<typeof GitModuleDefinition.create>>;

/** Compiled, never run. */
export async function mistakes(fs: FileSystem, git: Git, leaked: ReturnType<typeof JSON.parse>): Promise<void> {
  // @ts-expect-error the guard itself refuses an any
  notAny(leaked);
  // @ts-expect-error a url is a string
  await git.clone({url: 1});
  // @ts-expect-error no such tool
  await fs.raed({path: 'x'});
  // @ts-expect-error a path is required
  await fs.read({});
  // @ts-expect-error no such property
  await fs.read({pth: 'x'});

  const repository = await git.clone({url: 'https://example.com/a.git'});
  notAny(repository);
  notAny(await git.log({repository}));
  notAny(await git.status({repository}));
}
