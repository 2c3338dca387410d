// What written types import from `haft`, for the compiler of the tests.
import type {BoundModuleFactory} from '../../src/factory/index.js';

export type {Handle} from '../../src/contract/handle.js';
export type {HandleInput} from '../../src/contract/handle-input.js';
export type {ModuleInstance} from '../../src/core/module-instance.js';
export type {ToolMethod} from '../../src/core/module-types.js';
export type {CreateOptions} from '../../src/factory/index.js';
export {loadConfig} from '../../src/factory/index.js';
export declare const ModuleFactory: BoundModuleFactory;
