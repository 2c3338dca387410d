import {existsSync} from 'node:fs';
import {isRecord} from '../../contract/json.js';
import type {LeftOut} from '../../core/wrap-kind.js';

/**
 * What would be left out of the tools of a wrap config, where that is known without starting or asking anything: from a
 * description that is a file or stands in the config.
 */
export async function leftOutOf(config: unknown): Promise<readonly LeftOut[]> {
  if (!isRecord(config) || config['type'] !== 'openapi') return [];
  const document = config['document'] ?? config['wraps'];
  if (typeof document !== 'string' && !isRecord(document)) return [];
  if (typeof document === 'string' ? !existsSync(document) : '$config' in document) return [];
  const {readOpenapi} = await import('../../../modules/http/kinds/openapi/import.js');
  const {compileDocument} = await import('../../../modules/http/kinds/openapi/compile-document.js');
  const texts = (key: string): readonly string[] | undefined =>
    Array.isArray(config[key]) ? config[key].filter((text) => typeof text === 'string') : undefined;
  const read = await readOpenapi(document);
  const {leftOut} = compileDocument(read, {
    include: texts('include'),
    exclude: texts('exclude'),
    allowHosts: texts('allowHosts'),
    deprecated: config['deprecated'] === true,
    ...(typeof config['baseURL'] === 'string' && {baseURL: config['baseURL']}),
  });
  return leftOut;
}
