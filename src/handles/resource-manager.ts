import {isRecord} from '../contract/json.js';
import {handleId} from './handle-reference.js';

/** What was made through the manager: a handle, or anything else with `_id` and perhaps `cleanup()`. */
export interface ManagedResource {
  readonly _id: string;
  readonly cleanup?: () => unknown;
}

const isMarked = (value: Record<string, unknown>): boolean =>
  value['_handle'] === true || value['_repoHandle'] === true || typeof value['_type'] === 'string';

/**
 * Keeps the handles of one piece of work and releases them together (seed 004, R4.7):
 * `const repo = await manager.createResource(git.clone, {url})` … `await manager.cleanup()`.
 */
export class ResourceManager {
  /** What it keeps, by id, oldest first. */
  readonly resources = new Map<string, ManagedResource>();

  /** Calls a tool's method, keeps the handle it answers and returns it. */
  async createResource<I, R>(tool: (input: I) => R, input: I): Promise<Awaited<R>> {
    const answer = await tool(input);
    const handle: unknown = isRecord(answer) && answer['success'] === true ? answer['data'] : answer;
    if (isRecord(handle) && typeof handle['_id'] === 'string' && isMarked(handle)) {
      this.resources.set(handle['_id'], handle as unknown as ManagedResource);
    }
    return answer;
  }

  /** By handle, id or result. */
  getResource(handle: unknown): ManagedResource | undefined {
    const id = handleId(handle);
    return id === undefined ? undefined : this.resources.get(id);
  }

  /** Releases everything, newest first; goes on past a failing one, then throws the first failure. */
  async cleanup(): Promise<void> {
    const failures: unknown[] = [];
    for (const resource of [...this.resources.values()].reverse()) {
      try {
        await resource.cleanup?.();
      } catch (error) {
        failures.push(error);
      }
    }
    this.resources.clear();
    if (failures.length > 0) throw failures[0];
  }
}
