import {isRecord} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';
import {denied, invalid} from '../../problems.js';
import {percent, textOf} from './percent.js';

type Values = Readonly<Record<string, unknown>>;
type Encode = (text: string) => string;

/** How an expression of RFC 6570 is written, by its operator. */
interface Operator {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  readonly encode: Encode;
}

const expression = /\{\{([^{}]*)\}\}|\{([+#./;]?)([A-Za-z_$][\w$-]*(?:\.[\w$-]+)*)(\*?)\}/g;

/** As `{+x}` has it, but for what would end the path: `?` and `#`. */
const keepReserved: Encode = (text) =>
  percent(text).replace(/%(3A|2F|5B|5D|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g, (code) => decodeURIComponent(code));

const plain: Operator = {first: '', separator: ',', named: false, encode: percent};

const operators: Readonly<Record<string, Operator>> = {
  '+': {first: '', separator: ',', named: false, encode: keepReserved},
  '#': {first: '#', separator: ',', named: false, encode: keepReserved},
  '.': {first: '.', separator: '.', named: false, encode: percent},
  '/': {first: '/', separator: '/', named: false, encode: percent},
  ';': {first: ';', separator: ';', named: true, encode: percent},
};

/**
 * The path of a request from an RFC 6570 template. Throws INVALID_PARAMETER for a value that is missing, that has a NUL, or that
 * makes a step of the path empty, `.` or `..`, which a server may take for a step up; PERMISSION_DENIED where it would be one
 * only for a server that decodes the path twice (HT02).
 */
export function pathOf(template: string, setup: Pick<WrapSetup, 'template'>): (values: Values) => string {
  const parts: (string | ((values: Values) => string))[] = [];
  let end = 0;
  for (const match of template.matchAll(expression)) {
    const [whole, literal, symbol = '', name = '', star] = match;
    parts.push(template.slice(end, match.index));
    end = match.index + whole.length;
    if (literal !== undefined) parts.push(`{${literal}}`);
    else parts.push(expansion(name, operators[symbol] ?? plain, star === '*', setup));
  }
  parts.push(template.slice(end));
  const emptySteps = stepsOf(template.replace(expression, 'x')).filter((step) => step === '').length;
  return (values) => {
    const path = parts.map((part) => (typeof part === 'string' ? part : part(values))).join('');
    const steps = stepsOf(path);
    if (steps.filter((step) => step === '').length > emptySteps) throw badStep(template, 'empty');
    for (const step of steps) assertStays(step, template);
    return path.startsWith('/') ? path : `/${path}`;
  };
}

/** What of a path template is neither text nor an expression; undefined for a good one. */
export function strayBrace(template: string): string | undefined {
  return /[{}][^{}/]{0,30}\}?/.exec(template.replace(expression, ''))?.[0];
}

const stepsOf = (path: string): string[] => (path.split(/[?#]/, 1)[0] ?? '').split(/[/\\]/);

/** How often servers and proxies in a row may decode a path. */
const decodings = 3;

/** A server may decode a step before it parts it, take `\` for `/`, and leave out what follows a `;`. */
function assertStays(step: string, template: string): void {
  let text = step;
  for (let round = 0; ; round++) {
    if (text.includes('\0')) throw badStep(template, 'end at a NUL');
    if (text.split(/[/\\]/).some((part) => /^\.{1,2}$/.test((part.split(';', 1)[0] ?? '').trim())))
      throw round < 2 ? badStep(template, '"." or ".."') : leaves(template);
    if (round === decodings || !text.includes('%')) return;
    text = text.replace(/%[0-7][0-9a-f]/gi, (code) => decodeURIComponent(code));
  }
}

const leaves = (template: string): Error =>
  denied('path', `A value would leave the path ${template} at a server that decodes it again`, 'Give a name or an id');

const badStep = (template: string, what: string): Error =>
  invalid('path', `A value makes a step of the path ${template} ${what}, which could lead elsewhere`, [
    'Give a name or an id',
  ]);

function expansion(
  name: string,
  operator: Operator,
  explode: boolean,
  setup: Pick<WrapSetup, 'template'>,
): (values: Values) => string {
  const {fill} = setup.template(`{${name}}`);
  const {first, separator} = operator;
  return (values) => {
    const value = fill(values);
    const pieces = piecesOf(name, value, operator, explode);
    if (pieces.length > 0) return first + pieces.join(separator);
    throw invalid(name, `The path needs "${name}", which is missing or empty`, [`Give "${name}"`]);
  };
}

/** RFC 6570 3.2.1: the defined values of one variable, written out. */
function piecesOf(name: string, value: unknown, {named, encode}: Operator, explode: boolean): string[] {
  const label = (text: string): string => (named ? `${name}${text === '' ? '' : `=${text}`}` : text);
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    const items = value.filter((item) => item !== undefined && item !== null).map((item) => encode(textOf(item)));
    if (items.length === 0) return [];
    return explode ? items.map(label) : [label(items.join(','))];
  }
  if (!isRecord(value)) return [label(encode(textOf(value)))];
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined && item !== null)
    .map(([key, item]) => [encode(key), encode(textOf(item))] as const);
  if (entries.length === 0) return [];
  return explode ? entries.map((entry) => entry.join('=')) : [label(entries.flat().join(','))];
}
