/**
 * What module authors test with (`haft/testing`). Needs no test runner of its own; nothing is started by importing it.
 *
 * @module
 */
export {describeModule} from './contract/describe-module.js';
export type {ModuleUnderTest, TestRunner} from './contract/describe-module.js';
export {moduleContract} from './contract/module-contract.js';
export type {ContractCase, ContractOptions, ContractPlace} from './contract/options.js';
export {FakeClock, settle} from './fake-clock.js';
export {MemoryAuditSink} from './memory-audit-sink.js';
export {withModule} from './with-module.js';
export type {WithModuleOptions} from './with-module.js';
export type {MockDefinition, MockSource} from './mock/mock-definition.js';
export type {MockResource} from './mock/mock-handles.js';
export {mockModule} from './mock/mock-module.js';
export type {MockFailure, MockFunction, MockOptions} from './mock/mock-options.js';
export type {CallLog} from './recording/call-log.js';
export {recordCalls} from './recording/record-calls.js';
export type {RecordedCall, Recording, SavedCall} from './recording/recorded-call.js';
export {replayModule} from './recording/replay-module.js';
