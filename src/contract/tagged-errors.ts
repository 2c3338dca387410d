import {ToolError} from './errors.js';
import type {ToolErrorOptions} from './errors.js';
import type {CommonErrorCode} from './error-codes.js';

/** A class of ToolError with a `_tag` and a code of its own, as seeds 001 and 003 name them (R2.13). */
const tagged = <Tag extends string>(tag: Tag, code: CommonErrorCode) =>
  class extends ToolError {
    readonly _tag: Tag = tag;
    constructor(message?: string, options?: ToolErrorOptions) {
      super(code, message, options);
    }
    override get name(): string {
      return tag;
    }
  };

/** Input was refused before execution. */
export class ValidationError extends tagged('ValidationError', 'INVALID_PARAMETER') {}
/** A tool ran and failed. */
export class ExecutionError extends tagged('ExecutionError', 'EXECUTION_ERROR') {}
/** A fault of the library. */
export class SystemError extends tagged('SystemError', 'INTERNAL_ERROR') {}
/** A ToolError with the code TOOL_NOT_FOUND, as seed 003 names it. */
export class ToolNotFoundError extends tagged('ToolNotFoundError', 'TOOL_NOT_FOUND') {}
/** A ToolError with the code INVALID_PARAMETER, as seed 003 names it. */
export class ToolInputValidationError extends tagged('ToolInputValidationError', 'INVALID_PARAMETER') {}
/** A ToolError with the code INVALID_OUTPUT, as seed 003 names it. */
export class ToolOutputValidationError extends tagged('ToolOutputValidationError', 'INVALID_OUTPUT') {}
/** A ToolError with the code EXECUTION_ERROR, as seed 003 names it. */
export class ToolExecutionError extends tagged('ToolExecutionError', 'EXECUTION_ERROR') {}
