import {isRecord} from '../../../../src/sdk.js';
import type {WrapSetup} from '../../../../src/sdk.js';
import {percent} from './percent.js';
import {pairsOf, plainStyle, simpleText, styleOf} from './styles.js';
import type {ParameterStyle} from './styles.js';

type Values = Readonly<Record<string, unknown>>;
type Setup = Pick<WrapSetup, 'template'>;

/** One parameter of a request: its value from the input, and how it is written. */
export interface Parameter {
  readonly name: string;
  readonly style: ParameterStyle;
  /** Name of the input that it is, where it is one as a whole. */
  readonly input: string | undefined;
  readonly value: (values: Values) => unknown;
}

/** Reads `{name: template}` and `{name: {value: template, style}}`. */
export function readParameters(
  given: unknown,
  setup: Setup,
  plain = plainStyle,
  defaults: Values = {},
): readonly Parameter[] {
  return Object.entries(isRecord(given) ? given : {}).map(([name, spec]) => {
    const styled = isRecord(spec) && Object.hasOwn(spec, 'value') ? spec : undefined;
    const template = styled ? styled['value'] : spec;
    const {fill} = setup.template(template);
    return {
      name,
      style: styled ? styleOf({...defaults, ...styled}) : plain,
      input: typeof template === 'string' ? /^\{([\w$-]+)\}$/.exec(template)?.[1] : undefined,
      value: fill,
    };
  });
}

/** One parameter with another value than the input's. */
export interface Replaced {
  readonly name: string;
  readonly value: string | number;
}

/** The query, encoded, without `?`. `keys` are credentials, which no input can change. */
export function queryText(
  parameters: readonly Parameter[],
  values: Values,
  {keys = {}, replaced}: {readonly keys?: Readonly<Record<string, string>>; readonly replaced?: Replaced | undefined},
): string {
  const taken = new Set([...parameters.map(({name}) => name), ...Object.keys(keys)]);
  const fixed = {...(replaced && {[replaced.name]: String(replaced.value)}), ...keys};
  const pairs = parameters
    .filter(({name}) => !Object.hasOwn(fixed, name))
    .flatMap(({name, style, value}) => pairsOf(name, value(values), style, taken));
  return [...pairs, ...Object.entries(fixed).map(([name, value]) => `${percent(name)}=${percent(value)}`)].join('&');
}

const simple: ParameterStyle = {...plainStyle, style: 'form', explode: false};

/** Headers are read with the style that they have. */
export const readHeaders = (given: unknown, setup: Setup): readonly Parameter[] =>
  readParameters(given, setup, simple, {explode: false});

/** Headers as texts; those that are missing are left out. */
export function headerTexts(parameters: readonly Parameter[], values: Values): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const {name, style, value} of parameters) {
    const text = simpleText(value(values), style);
    if (text !== undefined) headers[name] = text;
  }
  return headers;
}

/** A Cookie header; undefined for none. */
export function cookieText(
  parameters: readonly Parameter[],
  values: Values,
  keys: Readonly<Record<string, string>>,
): string | undefined {
  const taken = new Set([...parameters.map(({name}) => name), ...Object.keys(keys)]);
  const pairs = parameters
    .filter(({name}) => !Object.hasOwn(keys, name))
    .flatMap(({name, style, value}) => pairsOf(name, value(values), style, taken));
  const all = [...pairs, ...Object.entries(keys).map(([name, value]) => `${name}=${value}`)];
  return all.length === 0 ? undefined : all.join('; ');
}
