import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A week by both of its names. */
export interface CalendarWeek {
  /** Its Monday, `2026-01-05`. */
  readonly start: string;
  /** Its number, ISO 8601: `2026-W02`. */
  readonly name: string;
}

/** A server that runs until it is closed. */
export interface Service {
  readonly url: string;
  close(): Promise<void>;
}

const day = 86_400_000;

/** The number that ISO 8601 gives to a week: the first of a year is that with its first Thursday. */
function weekName(monday: number): string {
  const thursday = new Date(monday + 3 * day);
  const year = thursday.getUTCFullYear();
  const number = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * day));
  return `${String(year)}-W${String(number).padStart(2, '0')}`;
}

/** `GET /weeks?start=2026-01-05&count=3` */
function answer(url: URL): {readonly status: number; readonly body: unknown} {
  const start = Date.parse(`${url.searchParams.get('start') ?? ''}T00:00:00Z`);
  const count = Number(url.searchParams.get('count') ?? '1');
  if (url.pathname !== '/weeks') return {status: 404, body: {error: `There is nothing at ${url.pathname}`}};
  if (Number.isNaN(start) || !Number.isInteger(count) || count < 1 || count > 520) {
    return {status: 400, body: {error: 'Give start as a day, 2026-01-05, and count as 1 to 520'}};
  }
  const monday = start - ((new Date(start).getUTCDay() + 6) % 7) * day;
  const weeks = Array.from({length: count}, (_, index): CalendarWeek => {
    const time = monday + index * 7 * day;
    return {start: new Date(time).toISOString().slice(0, 10), name: weekName(time)};
  });
  return {status: 200, body: {weeks}};
}

/** Starts a JSON API on a free port of this machine: the demo's stand-in for any API on the network. */
export async function startCalendar(): Promise<Service> {
  const server = createServer((request, response) => {
    const {status, body} = answer(new URL(request.url ?? '/', 'http://localhost'));
    response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const {port} = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
