import {readFile} from 'node:fs/promises';
import {afterAll, beforeAll, expect, test} from '@jest/globals';
import {openapiKind} from '../../modules/http/kinds/openapi.js';
import {ModuleFactory} from '../../src/factory/index.js';
import type {ModuleInstance} from '../../src/sdk.js';
import {startHttpServer} from '../support/http-server.js';
import type {HttpTestServer, Route} from '../support/http-server.js';
import {runExamples} from './run-examples.js';

const bern = {
  id: 2661552,
  name: 'Bern',
  latitude: 46.94809,
  longitude: 7.44744,
  elevation: 549,
  feature_code: 'PPLC',
  country_code: 'CH',
  country: 'Switzerland',
  admin1: 'Bern',
  timezone: 'Europe/Zurich',
  population: 121631,
};

/** The service's answer, in its shape: no `results` at all where nothing was found. */
const search: Route = ({query}) => ({
  body: {...(query.get('name') === 'Bern' && {results: [bern]}), generationtime_ms: 0.4},
});

/** As the service answers: only what is asked for, in comma-separated lists, and its word for what does not exist. */
const forecast: Route = ({query}) => {
  const names = (key: string): string[] => query.get(key)?.split(',') ?? [];
  const days = Number(query.get('forecast_days') ?? 7);
  const times = Array.from({length: days}, (_, day) => `2026-07-0${day + 1}`);
  const daily = Object.fromEntries(names('daily').map((name) => [name, times.map(() => 21.5)]));
  const current = Object.fromEntries(names('current').map((name) => [name, 18.2]));
  if (query.getAll('current').length > 1) return {status: 400, body: {error: true, reason: 'one list'}};
  if (query.get('latitude') === '0') return {status: 400, body: {error: true, reason: 'No data for this place'}};
  return {
    body: {
      latitude: Number(query.get('latitude')),
      longitude: Number(query.get('longitude')),
      generationtime_ms: 0.1,
      utc_offset_seconds: 7200,
      timezone: query.get('timezone') ?? 'GMT',
      timezone_abbreviation: 'CEST',
      elevation: 549,
      ...(query.has('current') && {
        current_units: {time: 'iso8601'},
        current: {time: `${times[0]}T12:00`, interval: 900, ...current},
      }),
      ...(query.has('daily') && {daily_units: {time: 'iso8601'}, daily: {time: times, ...daily}}),
    },
  };
};

let forecasts: HttpTestServer;
let places: HttpTestServer;
let weather: ModuleInstance;

beforeAll(async () => {
  forecasts = await startHttpServer({'GET /v1/forecast': forecast});
  places = await startHttpServer({'GET /v1/search': search});
  const config = JSON.parse(await readFile('configs/weather.json', 'utf8')) as object;
  const factory = new ModuleFactory({kinds: {openapi: openapiKind}});
  const values = {baseURL: forecasts.origin, geocodingURL: places.origin};
  // The service stands here, and not where the config allows it.
  weather = await factory.createFromConfig('weather', {...config, allowHosts: [places.origin]}, values);
});
afterAll(async () => {
  await weather.cleanup();
  await forecasts.close();
  await places.close();
});

test('configs/weather.json does what its examples say', async () => {
  expect(weather.listTools().sort()).toEqual(['forecast', 'searchPlaces']);
  expect(await runExamples(weather)).toBe(3);
  expect(forecasts.requests[0]?.url).toBe(
    '/v1/forecast?latitude=46.95&longitude=7.45&current=temperature_2m&daily=temperature_2m_max&timezone=Europe%2FZurich&forecast_days=2',
  );
});

test('configs/weather.json chains from a place to its weather', async () => {
  const found = (await weather.getTool('searchPlaces').call({name: 'Bern'})) as {
    places: {latitude: number; longitude: number}[];
  };
  const {latitude, longitude} = found.places[0]!;
  const days = ['temperature_2m_max', 'temperature_2m_min'];
  const answer = await weather.getTool('forecast').call({latitude, longitude, daily: days, forecast_days: 1});
  expect(answer).toMatchObject({latitude, daily: {temperature_2m_max: [21.5], temperature_2m_min: [21.5]}});
});

test('configs/weather.json refuses a variable that does not exist before anything is sent, and tells what the service says', async () => {
  const before = forecasts.requests.length;
  const refused = await weather
    .getTool('forecast')
    .execute({latitude: 46.95, longitude: 7.45, hourly: ['temprature_2m']});
  expect(refused).toMatchObject({error: {outcome: 'not_executed'}});
  expect(forecasts.requests).toHaveLength(before);
  const failed = await weather.getTool('forecast').execute({latitude: 0, longitude: 7.45});
  expect(failed).toMatchObject({
    error: {code: 'INVALID_PARAMETER', message: expect.stringContaining('No data for this place')},
  });
});
