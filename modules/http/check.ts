import type {HttpClient} from './client.js';
import {networkFailure} from './failures/network-failure.js';
import {Flight} from './flight.js';

/** ms that the server has to answer, at most. */
const patience = 5000;

/** Whether the server of baseURL answers anything at all to a HEAD without credentials. Throws when it does not. */
export async function reaches(http: HttpClient): Promise<void> {
  const {origins, timeout} = http.settings;
  const {base} = origins;
  if (base === undefined) return;
  const wait = Math.min(patience, timeout);
  const flight = new Flight();
  const timer = http.clock.setTimeout(() => {
    flight.end(Object.assign(new Error(`No answer within ${wait} ms`), {code: 'ETIMEDOUT'}));
  }, wait);
  try {
    const message = await http.send({method: 'HEAD', url: base, headers: {}, body: undefined}, flight);
    message.resume();
  } catch (thrown) {
    throw networkFailure(thrown, {what: `HEAD ${base.origin}`, sent: flight.sent, answered: false, outcome: 'failed'});
  } finally {
    http.clock.clearTimeout(timer);
  }
}
