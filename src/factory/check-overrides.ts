import {isRecord} from '../contract/json.js';
import type {SchemaSpec} from '../schema/spec.js';
import {checkSchema} from './check-schema.js';
import type {Report} from './config-problem.js';
import {joinPath} from './config-problem.js';
import {toolNamePattern} from './language/config-shape.js';
import {compileTransform} from './transform.js';

const validName = new RegExp(toolNamePattern);

/** Checks what the shape of `overrides` can not say; the tools that they are for are not known yet. */
export function checkOverrides(overrides: unknown, report: Report): void {
  for (const [name, override] of Object.entries(isRecord(overrides) ? overrides : {})) {
    if (!isRecord(override)) continue;
    const at = (key: string): string => joinPath(joinPath('overrides', name), key);
    const transform = isRecord(override['transform']) ? override['transform'] : {};
    compileTransform(transform['input'], at('transform.input'), report);
    compileTransform(transform['output'], at('transform.output'), report);
    compileTransform(override['outputTransform'], at('outputTransform'), report);
    for (const [key, direction] of [
      ['input', 'input'],
      ['inputSchema', 'input'],
      ['output', 'output'],
      ['outputSchema', 'output'],
    ] as const) {
      if (override[key] !== undefined) checkSchema(override[key] as SchemaSpec, direction, at(key), report);
    }
    if (typeof override['rename'] === 'string' && !validName.test(override['rename'])) {
      report({
        path: at('rename'),
        message: 'A tool can not have this name',
        received: JSON.stringify(override['rename']),
        remedy: 'Use letters, digits and _ : -, a letter first, at most 64',
      });
    }
  }
}
