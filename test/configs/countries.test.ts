import {afterAll, beforeAll, describe, expect, test} from '@jest/globals';
import type {ModuleInstance} from '../../src/sdk.js';
import {startGraphqlServer} from '../support/graphql-server.js';
import type {HttpTestServer} from '../support/http-server.js';
import {shipped} from './config.js';
import {runExamples} from './run-examples.js';

/** The part of the service's schema that the config asks, as the service publishes it. */
const sdl = `
  type Continent { code: ID! name: String! }
  type Language { code: ID! name: String! native: String! rtl: Boolean! countries: [Country!]! }
  type Country {
    code: ID! name: String! native: String! capital: String currency: String emoji: String! phone: String!
    continent: Continent! languages: [Language!]!
  }
  input StringQueryOperatorInput { eq: String in: [String!] ne: String nin: [String!] regex: String }
  input CountryFilterInput {
    code: StringQueryOperatorInput continent: StringQueryOperatorInput currency: StringQueryOperatorInput
  }
  type Query {
    country(code: ID!): Country
    countries(filter: CountryFilterInput = {}): [Country!]!
    language(code: ID!): Language
    languages: [Language!]!
  }`;

const continents = {EU: {code: 'EU', name: 'Europe'}, OC: {code: 'OC', name: 'Oceania'}};
const languages = [
  {code: 'is', name: 'Icelandic', native: 'Íslenska', rtl: false},
  {code: 'en', name: 'English', native: 'English', rtl: false},
];
const country = (code: string, name: string, native: string, capital: string, currency: string, more: object) => ({
  code,
  name,
  native,
  capital,
  currency,
  phone: '354',
  emoji: '🇮🇸',
  ...more,
});
const countries = [
  country('IS', 'Iceland', 'Ísland', 'Reykjavik', 'ISK', {continent: continents.EU, languages: [languages[0]]}),
  country('AU', 'Australia', 'Australia', 'Canberra', 'AUD', {continent: continents.OC, languages: [languages[1]]}),
  country('NZ', 'New Zealand', 'New Zealand', 'Wellington', 'NZD', {continent: continents.OC, languages}),
];

type Filter = Record<'code' | 'continent' | 'currency', {eq?: string; in?: string[]} | undefined>;

const fits = (value: string, rule: {eq?: string; in?: string[]} | undefined): boolean =>
  rule === undefined ||
  ((rule.eq === undefined || rule.eq === value) && (rule.in === undefined || rule.in.includes(value)));

const root = {
  country: ({code}: {code: string}) => countries.find((one) => one.code === code),
  countries: ({filter}: {filter: Filter}) =>
    countries.filter(
      (one) =>
        fits(one.code, filter.code) &&
        fits((one as unknown as {continent: {code: string}}).continent.code, filter.continent) &&
        fits(one.currency, filter.currency),
    ),
  languages: () => languages,
  language: ({code}: {code: string}) => {
    const found = languages.find((one) => one.code === code);
    return found && {...found, countries: countries.filter((one) => JSON.stringify(one).includes(`"${code}"`))};
  },
};

let server: HttpTestServer;
let module: ModuleInstance;
beforeAll(async () => {
  server = await startGraphqlServer(sdl, root);
  module = await shipped('countries', {endpoint: `${server.origin}/graphql`});
});
afterAll(async () => {
  await module.cleanup();
  await server.close();
});

const call = (tool: string, input: object = {}) => module.getTool(tool).call(input as Record<string, unknown>);

describe('configs/countries.json', () => {
  test('has examples that do what they say', async () => {
    expect(await runExamples(module)).toBeGreaterThan(2);
  });

  test('derives the input of a tool from the variables of its document', () => {
    expect(module.getTool('country').inputSchema).toMatchObject({
      properties: {code: {type: ['string', 'integer']}},
      required: ['code'],
      additionalProperties: false,
    });
    expect(module.getTool('languages').inputSchema).toMatchObject({properties: {}, additionalProperties: false});
    const {planning, securityTier} = module.getTool('country').getMetadata();
    expect([planning.sideEffects, planning.idempotent, securityTier]).toEqual([false, true, 1]);
  });

  test('asks for countries by any of the filters, or by none', async () => {
    const names = async (input: object): Promise<string[]> =>
      ((await call('countries', input)) as {countries: {name: string}[]}).countries.map(({name}) => name);
    expect(await names({})).toHaveLength(3);
    expect(await names({continent: 'OC'})).toEqual(['Australia', 'New Zealand']);
    expect(await names({codes: ['IS']})).toEqual(['Iceland']);
    expect(await call('countries', {currency: 'XXX'})).toEqual({countries: [], count: 0});
    expect(await call('speakers', {language: 'is'})).toMatchObject({
      language: {name: 'Icelandic', countries: [{name: 'Iceland'}, {name: 'New Zealand'}]},
    });
    expect(await call('languages')).toEqual({languages});
  });
});
