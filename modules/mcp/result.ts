import {isRecord, ToolError} from '../../src/sdk.js';
import {cleanText} from './clean-text.js';
import type {Secrets} from './clean-text.js';

/** Data of a call: what the server answered (R13.3, C28). */
export interface ToolData {
  /** Blocks as MCP has them: text, image, audio, resource, resource_link. */
  readonly content: readonly Readonly<Record<string, unknown>>[];
  /** The texts among them, joined by line ends. */
  readonly text: string;
  /** Present where the server gave any. */
  readonly structuredContent?: unknown;
}

/** What the tools of servers say of the code that only they answer. */
export const toolErrors = {MCP_TOOL_ERROR: 'The tool itself says that it failed; the message is its own'} as const;

/** Characters of a failed tool's own words. */
const messageLength = 2000;

/** The texts among blocks of content. */
export function textOf(content: readonly unknown[]): string {
  const texts: string[] = [];
  for (const block of content) {
    if (isRecord(block) && block['type'] === 'text' && typeof block['text'] === 'string') texts.push(block['text']);
  }
  return texts.join('\n');
}

/**
 * A server's answer to a call as data. Throws MCP_TOOL_ERROR for one that says it failed, PROTOCOL_ERROR for what is none.
 * A client in seed 004's shape may answer the content alone, as a text or a list.
 */
export function toolData(answer: unknown, tool: string, secrets: Secrets): ToolData {
  const result = typeof answer === 'string' || Array.isArray(answer) ? {content: answer} : answer;
  if (!isRecord(result)) throw noResult(tool);
  const content = blocksOf(result['content'], tool);
  const text = textOf(content);
  const {structuredContent} = result;
  const data = structuredContent === undefined ? {content, text} : {content, text, structuredContent};
  if (result['isError'] === true) throw saidItFailed(tool, data, secrets);
  return data;
}

function blocksOf(content: unknown, tool: string): ToolData['content'] {
  if (content === undefined) return [];
  if (typeof content === 'string') return [{type: 'text', text: content}];
  if (Array.isArray(content) && content.every(isRecord)) return content;
  throw noResult(tool);
}

const noResult = (tool: string): ToolError =>
  new ToolError('PROTOCOL_ERROR', `The server answers a call of ${tool} with something that is no result`, {
    outcome: 'unknown',
    suggestions: ['Find out whether it happened before calling again'],
  });

function saidItFailed(tool: string, {content, text, structuredContent}: ToolData, secrets: Secrets): ToolError {
  const words = cleanText(text, messageLength, secrets);
  return new ToolError('MCP_TOOL_ERROR', words === '' ? `The tool ${tool} failed and did not say why` : words, {
    outcome: 'failed',
    recoverable: false,
    context: {
      tool,
      ...(text.length > messageLength && {text: cleanText(text, 20_000, secrets)}),
      ...(content.some(({type}) => type !== 'text') && {content: content.slice(0, 20).map(({type}) => ({type}))}),
      ...(structuredContent !== undefined && {structuredContent}),
    },
  });
}
