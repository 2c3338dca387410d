import type {Handle} from '../contract/handle.js';
import type {HandleInfo, HandleOwner} from '../contract/services.js';

/** What the store knows of a live handle; it alone has authority. */
export interface HandleRecord {
  readonly handle: Handle;
  readonly type: string;
  readonly resource: unknown;
  readonly owner: HandleOwner;
  readonly parent: HandleRecord | undefined;
  readonly children: Set<HandleRecord>;
  readonly dispose: (() => void | Promise<void>) | undefined;
  readonly idleTtl: number | undefined;
  readonly createdAt: number;
  lastUsedAt: number;
  /** Calls that work with it now. */
  users: number;
  /** The one release, once it has begun. */
  releasing: Promise<void> | undefined;
}

/** A handle that is gone, kept for a while so that its session learns why. */
export interface Tombstone {
  readonly type: string;
  readonly owner: HandleOwner;
  readonly reason: 'released' | 'expired';
}

export function describeRecord(record: HandleRecord): HandleInfo {
  return {
    id: record.handle._id,
    type: record.type,
    module: record.owner.module,
    session: record.owner.session,
    parent: record.parent?.handle._id,
    children: Array.from(record.children, (child) => child.handle._id),
    createdAt: record.createdAt,
    lastUsedAt: record.lastUsedAt,
    idleTtl: record.idleTtl,
  };
}
