import {isRecord} from '../../../../src/sdk.js';
import type {Call, WrapRequest, WrapSetup} from '../../../../src/sdk.js';
import {answerOf} from '../../answer.js';
import {exchange} from '../../exchange.js';
import type {ResponseType} from '../../response/data.js';
import {inKindWords} from './kind-words.js';
import type {Service} from './open-http.js';
import {walkPages} from './paginate/walk-pages.js';
import {pickOf} from './pick.js';
import {requestMaker} from './request.js';
import type {Send} from './send.js';
import {statusesOf} from './statuses.js';

type Values = Readonly<Record<string, unknown>>;

/** A call of one tool. */
export type BoundTool = (request: WrapRequest, call: Call) => Promise<unknown>;

/** The longest time that a timer can have; `timeout: 0` is no limit. */
const longest = 2_147_483_647;

/** ms that a call of a tool may take. */
export const timeoutOf = (tool: Values, setup: WrapSetup): number =>
  Number(tool['timeout'] ?? setup.config['timeout'] ?? 30_000) || longest;

/** Binds a tool of the rest language: reads its templates once, and sends a request, or walks pages, for each call. */
export function bindRest(tool: Values, setup: WrapSetup, service: Service): BoundTool {
  const timeout = timeoutOf(tool, setup);
  const maker = requestMaker(tool, setup, service, timeout);
  const {meaning, coded} = statusesOf(tool['statuses']);
  const response = responseOf(tool);
  const type: ResponseType = response === 'full' ? 'auto' : response;
  const target = targetName(tool);
  const send: Send = async (request, call) => {
    try {
      return await exchange(service.client, call, request, async (head, running) => ({
        answer: await answerOf(service.client, head, running, type, meaning),
        url: head.url,
      }));
    } catch (thrown) {
      throw coded(inKindWords(thrown, 'rest'));
    }
  };
  const valuesOf = ({values, target: resource}: WrapRequest): Values =>
    target === undefined || Object.hasOwn(values, target) ? values : {...values, [target]: resource};
  const picked = pickOf(tool['pick']);
  const pick = (data: unknown, call: Call): unknown =>
    picked
      ? picked(data, (message) => {
          call.warn(message);
        })
      : data;
  const paginate = tool['paginate'];
  if (isRecord(paginate)) {
    return async (request, call) =>
      pick(await walkPages({paginate, maker, send, service, timeout}, valuesOf(request), call), call);
  }
  return async (request, call) => {
    const {answer} = await send(maker.make(valuesOf(request)), call);
    const data = pick(answer.data, call);
    return response === 'full' ? {...answer, data} : data;
  };
}

/** A HEAD has nothing but status and headers to answer. */
function responseOf(tool: Values): ResponseType | 'full' {
  const head = isRecord(tool['request']) && tool['request']['method'] === 'HEAD';
  return (tool['response'] ?? (head ? 'full' : 'auto')) as ResponseType | 'full';
}

/** Input that the handle is, whose object templates look into. */
function targetName({on}: Values): string | undefined {
  if (typeof on === 'string') return on;
  if (!isRecord(on)) return undefined;
  return String(on['as'] ?? on['handle']);
}
