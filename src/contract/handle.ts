/**
 * An unforgeable name for a live resource (DESIGN 6): frozen, JSON-safe. Fields beside the three markers are for
 * people to read; haft looks a handle up by `_id` alone. `cleanup()` of a live handle releases it and is not
 * enumerable.
 */
export type Handle<T extends string = string, Fields extends object = object> = {
  readonly _handle: true;
  readonly _type: T;
  /** `<type>_<128 random bits as hex>` */
  readonly _id: string;
} & Readonly<Fields>;

/**
 * A type of handle: what it is called, what people may see of its resource, and how the resource goes away.
 * `R` is the resource that tools get in place of the handle.
 */
export interface HandleType<T extends string = string, R = unknown, Fields extends object = object> {
  /** First part of the ids: `git_repository`. */
  readonly type: T;
  readonly description: string;
  /** Public fields of the handle, read once when it is made. */
  readonly fields: ((resource: R) => Fields) | undefined;
  /** Ends the resource, once, when its handle is released or was idle for too long. */
  readonly dispose: ((resource: R) => void | Promise<void>) | undefined;
  /** ms without use after which the resource is released; default never. */
  readonly idleTtl: number | undefined;
  /** Further markers on the handle, such as seed 004's `_repoHandle: true`. */
  readonly markers: Readonly<Record<string, true>> | undefined;
}

/** Declares a type of handle: `defineHandle('git_repository', {fields: (repo: Repository) => ({path: repo.path})})`. */
export function defineHandle<const T extends string, R, Fields extends object = object>(
  type: T,
  options: {
    description: string;
    fields?: (resource: R) => Fields;
    dispose?: (resource: R) => void | Promise<void>;
    idleTtl?: number;
    markers?: Readonly<Record<string, true>>;
  },
): HandleType<T, R, Fields> {
  return Object.freeze({
    type,
    description: options.description,
    fields: options.fields,
    dispose: options.dispose,
    idleTtl: options.idleTtl,
    markers: options.markers,
  });
}
