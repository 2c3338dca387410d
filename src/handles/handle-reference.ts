import {isRecord} from '../contract/json.js';

const maxIdLength = 256;

/**
 * The id that a value names: a handle, its id, or a whole result whose data is the handle. Every other field is ignored,
 * for the store's record alone has authority (R4.4). Undefined for anything else.
 */
export function handleId(value: unknown): string | undefined {
  if (typeof value === 'string') return value.length <= maxIdLength ? value : undefined;
  if (!isRecord(value)) return undefined;
  const id = value['_id'];
  if (typeof id === 'string') return handleId(id);
  return value['success'] === true ? handleId(isRecord(value['data']) ? value['data'] : undefined) : undefined;
}
