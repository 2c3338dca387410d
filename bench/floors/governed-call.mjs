import {Ajv2020} from 'ajv/dist/2020.js';
import {inputSchema, noop, outputSchema, toolCall} from '../lib/noop-tool.mjs';

const tool = 'notes.read';
const timeout = 30_000;
const maxRetries = 3;

/**
 * One governed call as a good engineer writes it by hand for one tool: permission check, validation both ways, timeout,
 * retry, trace and envelope, nothing general. It is never made slower than it can be.
 */
export function prepare() {
  const ajv = new Ajv2020();
  const validateInput = ajv.compile(inputSchema);
  const validateOutput = ajv.compile(outputSchema);
  const permissions = new Set([tool]);
  const trace = [];
  let calls = 0;

  const record = (event) => {
    if (trace.length === 1000) trace.length = 0;
    trace.push(event);
  };

  const withTimeout = (input) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(failure('TIMEOUT', `${tool} took longer than ${timeout} ms`)), timeout);
      noop(input).then(
        (data) => {
          clearTimeout(timer);
          resolve(data);
        },
        (error) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    });

  async function call(input) {
    const timestamp = Date.now();
    const callId = `call-${++calls}`;
    let attempts = 0;
    try {
      if (!permissions.has(tool)) throw failure('DENIED', `${tool} is not allowed`);
      if (!validateInput(input)) throw failure('INVALID_INPUT', ajv.errorsText(validateInput.errors));
      let data;
      for (;;) {
        attempts++;
        try {
          data = await withTimeout(input);
          break;
        } catch (error) {
          if (attempts > maxRetries || !error.retryable) throw error;
          await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempts));
        }
      }
      if (!validateOutput(data)) throw failure('INVALID_OUTPUT', ajv.errorsText(validateOutput.errors));
      const metadata = {tool, callId, timestamp, duration: Date.now() - timestamp, attempts};
      record({metadata, success: true});
      return {success: true, data, metadata};
    } catch (error) {
      const metadata = {tool, callId, timestamp, duration: Date.now() - timestamp, attempts};
      record({metadata, success: false});
      return {success: false, error: {code: error.code ?? 'FAILED', message: error.message}, metadata};
    }
  }

  return toolCall({call, dataOf: ({data}) => data});
}

function failure(code, message) {
  return Object.assign(new Error(message), {code, retryable: false});
}
