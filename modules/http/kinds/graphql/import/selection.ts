import type {Field, GraphqlSchema, NamedType, TypeReference} from './introspection.js';
import {innermost, isNeeded} from './introspection.js';

/** Fields that only hold what somebody wants (the connections of Relay): they cost no depth. */
const wrappers: ReadonlySet<string> = new Set(['edges', 'node', 'nodes', 'pageInfo', 'items']);

/** Fields that one document asks for, at most. */
const maxFields = 120;

/** Members of a union that are asked for. */
const maxMembers = 8;

const indentation = '  ';

/** A field that is asked for, with what is asked of it; `__typename` has no type of the schema. */
interface AskedField {
  readonly field: string;
  readonly type: TypeReference | undefined;
  readonly inside: readonly Asked[];
}

/** What is asked of one member of a union. */
interface AskedMember {
  readonly on: string;
  readonly inside: readonly Asked[];
}

export type Asked = AskedField | AskedMember;

const typename: AskedField = {field: '__typename', type: undefined, inside: []};

/** What is asked of an answer: all plain values, and those of objects in it down to a depth. Editing is what it is for. */
export function selectionOf(type: TypeReference, schema: GraphqlSchema, depth: number): readonly Asked[] {
  const named = schema.types.get(innermost(type));
  if (!named || !isComposite(named)) return [];
  const asked = new Selection(schema).of(named, depth, [named.name]);
  return asked.length === 0 || isAbstract(named) ? [typename, ...asked] : asked;
}

/** ` {\n  id\n  name\n}`, or nothing for a plain value. */
export function selectionText(asked: readonly Asked[], indent: string): string {
  if (asked.length === 0) return '';
  const inside = `${indent}${indentation}`;
  const lines = asked.map((one) => {
    const head = 'on' in one ? `... on ${one.on}` : one.field;
    return `${inside}${head}${selectionText(one.inside, inside)}\n`;
  });
  return ` {\n${lines.join('')}${indent}}`;
}

class Selection {
  readonly #schema: GraphqlSchema;
  #fields = 0;

  constructor(schema: GraphqlSchema) {
    this.#schema = schema;
  }

  of(type: NamedType, depth: number, path: readonly string[]): readonly Asked[] {
    const fields = type.fields.flatMap((field) => this.#field(field, depth, path));
    if (type.kind !== 'UNION') return fields;
    return type.possibleTypes.slice(0, maxMembers).flatMap((on) => {
      const member = this.#schema.types.get(on);
      if (!member || path.includes(on)) return [];
      const inside = this.of(member, Math.min(depth, 0), [...path, on]);
      return inside.length === 0 ? [] : [{on, inside}];
    });
  }

  #field({name, args, type, isDeprecated}: Field, depth: number, path: readonly string[]): readonly AskedField[] {
    if (isDeprecated || args.some(isNeeded) || this.#fields >= maxFields) return [];
    const named = this.#schema.types.get(innermost(type));
    if (!named) return [];
    if (!isComposite(named)) {
      this.#fields += 1;
      return [{field: name, type, inside: []}];
    }
    const left = wrappers.has(name) ? depth : depth - 1;
    if (left < 0 || path.includes(named.name)) return [];
    const inside = this.of(named, left, [...path, named.name]);
    if (inside.length === 0) return [];
    return [{field: name, type, inside: isAbstract(named) ? [typename, ...inside] : inside}];
  }
}

const isComposite = ({kind}: NamedType): boolean => ['OBJECT', 'INTERFACE', 'UNION'].includes(kind);

const isAbstract = ({kind}: NamedType): boolean => kind === 'UNION' || kind === 'INTERFACE';
