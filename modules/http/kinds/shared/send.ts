import type {Call} from '../../../../src/sdk.js';
import type {HttpAnswer} from '../../answer.js';
import type {HttpRequest} from '../../exchange.js';

/** Sends a request of a tool and reads the answer; `url` is where it came from. */
export type Send = (request: HttpRequest, call: Call) => Promise<{answer: HttpAnswer; url: URL}>;
