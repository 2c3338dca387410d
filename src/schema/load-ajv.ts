import {createRequire} from 'node:module';
import type {Ajv, Options, Vocabulary} from 'ajv';
import type {Ajv2020} from 'ajv/dist/2020.js';
import type ajvCore from 'ajv/dist/core.js';
import type addFormats from 'ajv-formats';
import type {fullFormats} from 'ajv-formats/dist/formats.js';

/** An ajv of any dialect. */
export type AnyAjv = ajvCore.default;

/**
 * The only loads of ajv, when the first schema is compiled. Compiling is synchronous, so these are; and a `require` of many
 * CommonJS files takes two thirds of the time of an `import`.
 */
const require = createRequire(import.meta.url);

/** An ajv for either dialect, all keywords and formats included: a hundred files. */
export function makeAjv(dialect: '2020-12' | 'draft-07', options: Options): AnyAjv {
  const formats = require('ajv-formats') as typeof addFormats;
  const ajv =
    dialect === 'draft-07'
      ? new (require('ajv') as {Ajv: typeof Ajv}).Ajv(options)
      : new (require('ajv/dist/2020.js') as {Ajv2020: typeof Ajv2020}).Ajv2020(options);
  formats.default(ajv);
  return ajv;
}

/** The formats that the dialects have, by name. */
export const loadFormats = (): typeof fullFormats =>
  (require('ajv-formats/dist/formats.js') as {fullFormats: typeof fullFormats}).fullFormats;

/** What ajv knows of the keywords of plain schemas, in the order in which it has them: so come its issues. */
const plainVocabulary = [
  'validation/limitNumber',
  'validation/limitLength',
  'validation/pattern',
  'validation/required',
  'validation/limitItems',
  'validation/uniqueItems',
  'validation/const',
  'validation/enum',
  'applicator/anyOf',
  'applicator/additionalProperties',
  'applicator/properties',
  'applicator/items2020',
];

/** An ajv for plain schemas only, without the meta-schemas: it takes half the time to load, which the first call waits for. */
export function makePlainAjv(options: Options): AnyAjv {
  const {default: Core} = require('ajv/dist/core.js') as typeof ajvCore;
  const ajv = new Core({...options, meta: false, validateSchema: false});
  ajv.addKeyword({keyword: 'type', schemaType: ['string', 'array']});
  for (const file of plainVocabulary) {
    ajv.addVocabulary([(require(`ajv/dist/vocabularies/${file}.js`) as {default: Vocabulary[number]}).default]);
  }
  return ajv;
}

/** The same with formats, for plain schemas that name one. */
export function makeFormatsAjv(options: Options): AnyAjv {
  const ajv = makePlainAjv(options);
  ajv.addVocabulary([(require('ajv/dist/vocabularies/format/format.js') as {default: Vocabulary[number]}).default]);
  for (const [name, format] of Object.entries(loadFormats())) ajv.addFormat(name, format);
  return ajv;
}
