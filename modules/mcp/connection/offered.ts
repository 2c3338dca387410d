import {ToolError} from '../../../src/sdk.js';
import type {Method, Session} from './session.js';

/**
 * Throws NOT_SUPPORTED for a question about something that the server says it does not have: it is not asked. A client
 * that was handed over may know nothing of capabilities; its server is asked.
 */
export function assertOffered({server: {capabilities}}: Session, method: Method, label: string, isOurs: boolean): void {
  const [kind = ''] = method.split('/');
  if (capabilities.includes(kind) || (!isOurs && capabilities.length === 0)) return;
  throw new ToolError('NOT_SUPPORTED', `The server ${label} offers no ${kind}`, {
    outcome: 'not_executed',
    recoverable: false,
    suggestions: [capabilities.includes('tools') ? 'Use its tools instead' : `Use a server that has ${kind}`],
    context: {capabilities: [...capabilities]},
  });
}
