import {ToolError} from '../../../src/sdk.js';
import {cleanText} from '../clean-text.js';
import type {Secrets} from '../clean-text.js';
import type {Settings} from '../settings.js';
import {asCause, causesOf, codeOf, messageOf} from './causes.js';
import {networkFailure} from './network-failure.js';
import {tellingLine} from './telling-line.js';
import type {Ending, McpTransport} from './transport.js';

export interface ConnectAttempt {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly transport: McpTransport;
  /** How the connection ended, before it was closed for good. */
  readonly ending: Ending | undefined;
  /** Whether connectTimeout was over. */
  readonly isLate: boolean;
}

const byHand = 'Start it by hand with the same arguments: an MCP server says nothing until it is asked';

/** Why there is no connection, told so that a person can act. Nothing was called yet: the outcome is not_executed. */
export function connectFailure(
  thrown: unknown,
  {settings, secrets, transport, ending, isLate}: ConnectAttempt,
): ToolError {
  const {label, connectTimeout} = settings;
  const {first} = transport.strangeness();
  const said = first === undefined ? '' : `; it writes ${JSON.stringify(cleanText(first, 120, secrets))}`;
  const code = codeOf(thrown);
  const fail = (failure: string, message: string, suggestion: string, context = {}): ToolError =>
    new ToolError(failure, `${label} ${message}`, {
      outcome: 'not_executed',
      recoverable: false,
      suggestions: [suggestion],
      context,
      cause: asCause(thrown),
    });
  if (ending?.code === 'LIMIT_EXCEEDED')
    return fail('PROTOCOL_ERROR', `is no MCP server: it ${ending.what}${said}`, byHand);
  if (ending?.code === 'CONNECTION_LOST') {
    if (first !== undefined)
      return fail('PROTOCOL_ERROR', `is no MCP server: it ${ending.what}${said}`, byHand, ending.context);
    const words = lastWords(ending, secrets);
    return fail('RESOURCE_UNAVAILABLE', `${ending.what} before it answered${words}`, byHand, ending.context);
  }
  if (isLate || code === 'REQUEST_TIMEOUT') {
    const time = `within ${String(connectTimeout)} ms`;
    if (first !== undefined) return fail('PROTOCOL_ERROR', `is no MCP server: no answer ${time}${said}`, byHand);
    return fail('OPERATION_TIMEOUT', `did not answer ${time}`, 'Raise connectTimeout if it is slow to start');
  }
  const network = networkFailure(thrown, label);
  if (network) {
    return new ToolError(network.code, network.message, {
      outcome: 'not_executed',
      recoverable: network.recoverable,
      suggestions: network.suggestions,
      context: network.context,
      cause: network.cause,
    });
  }
  const why = causesOf(thrown).map(messageOf).pop() ?? messageOf(thrown);
  return fail(
    'PROTOCOL_ERROR',
    `does not speak MCP: ${cleanText(why, 300, secrets)}`,
    'Check that server names an MCP server',
  );
}

/** Why it ended, by its own words; the rest of them is in the context. */
function lastWords({context}: Ending, secrets: Secrets): string {
  const words = context?.['stderr'];
  const line = typeof words === 'string' ? tellingLine(words) : '';
  return line === '' ? '' : `: ${cleanText(line, 200, secrets)}`;
}
