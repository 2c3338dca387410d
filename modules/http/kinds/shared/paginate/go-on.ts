import type {HttpRequest} from '../../../exchange.js';
import {isSecretName} from '../../../request/secret-names.js';
import type {RequestMaker} from '../request.js';
import type {Step} from './steps.js';

interface Place {
  readonly step: Step | undefined;
  readonly request: HttpRequest;
  /** The parameter that counts or takes the cursor. */
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** How a caller goes on from a page: by the input that leads to it, else by what of its URL an author has to make an input. */
export function goOn({query}: RequestMaker, {step, request, name, values}: Place): string {
  if (step && 'value' in step) {
    const input = query.find((parameter) => parameter.name === name)?.input;
    return input === undefined ? `query parameter ${name}=${step.value}` : JSON.stringify({[input]: step.value});
  }
  const changed: Record<string, string> = {};
  const {searchParams} = request.url;
  for (const {name: parameter, input} of query) {
    const value = searchParams.get(parameter);
    if (input !== undefined && value !== null && value !== textIn(values[input])) changed[input] = value;
  }
  if (Object.keys(changed).length > 0) return JSON.stringify(changed);
  const shown = new URLSearchParams([...searchParams].filter(([parameter]) => !isSecretName(parameter)));
  return `${request.url.pathname}?${shown.toString()}`;
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
