import {ToolError} from '../../../../../src/sdk.js';
import type {Call} from '../../../../../src/sdk.js';
import type {HttpRequest} from '../../../exchange.js';
import type {Send} from '../send.js';
import type {Service} from '../open-http.js';
import type {RequestMaker} from '../request.js';
import {goOn} from './go-on.js';
import {linkedRequest} from './linked-request.js';
import {readPath} from '../pick.js';
import {nextStepOf} from './steps.js';
import type {Page, Step} from './steps.js';

type Values = Readonly<Record<string, unknown>>;

interface Walk {
  /** As the config has it. */
  readonly paginate: Values;
  readonly maker: RequestMaker;
  readonly send: Send;
  readonly service: Service;
  /** ms for all pages together */
  readonly timeout: number;
}

/**
 * Reads page after page and answers the items of all. It ends with the last page, at `maxPages` and `maxItems`, and where
 * the server leads in a circle; that something is left out is told in `metadata.warnings`, with the input that goes on.
 */
export async function walkPages(walk: Walk, values: Values, call: Call): Promise<unknown[]> {
  const {paginate, maker} = walk;
  const {maxPages = 10, maxItems = 1000} = paginate as {maxPages?: number; maxItems?: number};
  const name = String(paginate['parameter']);
  const {start, next} = nextStepOf(paginate, maker.query.find((one) => one.name === name)?.value(values));
  const read = pageReader(walk, call);
  const items: unknown[] = [];
  const requestFor = (next: Step, page: Page): HttpRequest => {
    if ('value' in next) return maker.make(values, {name, value: next.value});
    try {
      return linkedRequest(next.link, page.url, request, walk.service);
    } catch (thrown) {
      throw afterPages(thrown, page.number, items.length);
    }
  };
  let step = start;
  let request = maker.make(values, step && 'value' in step ? {name, value: step.value} : undefined);
  const isRepeated = repetitions(paginate['style'] === 'page' || paginate['style'] === 'offset', request);
  for (let pages = 1; ; pages++) {
    const page = await read(request, items.length);
    const room = maxItems - items.length;
    for (const item of page.items.slice(0, room)) items.push(item);
    call.progress(`Page ${pages}: ${items.length} items`);
    if (page.items.length > room) {
      const from = goOn(maker, {step, request, name, values});
      call.warn(`There is more: page ${pages} was cut at ${maxItems} items (maxItems). That page: ${from}`);
      return items;
    }
    step = next(page);
    if (step === undefined) return items;
    request = requestFor(step, page);
    if (isRepeated(request, page)) {
      call.warn(`The server led in a circle after ${pages} pages: there may be more`);
      return items;
    }
    if (pages < maxPages && items.length < maxItems) continue;
    const limit = pages < maxPages ? `${maxItems} items (maxItems)` : `${pages} pages (maxPages)`;
    call.warn(`There is more: it ended after ${limit}. Next: ${goOn(maker, {step, request, name, values})}`);
    return items;
  }
}

/** Sends what is left of the time with each request; a failure says how far the walk came. */
function pageReader(
  {paginate, send, service, timeout}: Walk,
  call: Call,
): (request: HttpRequest, items: number) => Promise<Page> {
  const {clock} = service.client;
  const endsAt = clock.now() + timeout;
  let pages = 0;
  return async (request, items) => {
    try {
      const left = endsAt - clock.now();
      if (left <= 0) throw new ToolError('OPERATION_TIMEOUT', `The pages took longer than ${timeout} ms`);
      const {answer, url} = await send({...request, timeout: left}, call);
      const list = itemsOf(answer.data, paginate['items']);
      pages++;
      return {answer, url, items: list, number: pages};
    } catch (thrown) {
      throw pages === 0 ? thrown : afterPages(thrown, pages, items);
    }
  };
}

function itemsOf(data: unknown, path: unknown): readonly unknown[] {
  const items = typeof path === 'string' ? readPath(data, path) : data;
  if (Array.isArray(items)) return items;
  // An API that leaves an empty list out.
  if (typeof path === 'string' && (items === undefined || items === null) && data !== null) return [];
  const where = typeof path === 'string' ? `at "${path}"` : 'as a whole';
  throw new ToolError('PROTOCOL_ERROR', `The page is no list ${where}`, {
    outcome: 'failed',
    suggestions: ['Correct paginate.items of the config'],
  });
}

function afterPages(thrown: unknown, pages: number, items: number): unknown {
  if (!ToolError.isToolError(thrown)) return thrown;
  const {code, message, outcome, recoverable, suggestions, context, cause} = thrown;
  return new ToolError(code, `${message}\nIt came after ${pages} pages with ${items} items, which are not answered`, {
    // Requests were made, whatever became of the last.
    outcome: outcome === 'not_executed' ? 'failed' : outcome,
    recoverable,
    suggestions,
    cause,
    context: {...context, pages, items},
  });
}

/**
 * Whether a request is one that was sent before or, where the caller counts, the page is the one before: a server that does
 * not listen answers one for ever.
 */
function repetitions(counts: boolean, first: HttpRequest): (next: HttpRequest, page: Page) => boolean {
  const seen = new Set([first.url.href]);
  let last = '';
  return ({url}, {items}) => {
    const content = counts ? JSON.stringify(items) : '';
    const repeated = seen.has(url.href) || (content === last && counts);
    seen.add(url.href);
    last = content;
    return repeated;
  };
}
