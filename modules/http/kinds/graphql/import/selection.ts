import type {Field, GraphqlSchema, NamedType, TypeReference} from './introspection.js';
import {innermost, isNeeded} from './introspection.js';

/** Fields that only hold what somebody wants (the connections of Relay): they cost no depth. */
const wrappers: ReadonlySet<string> = new Set(['edges', 'node', 'nodes', 'pageInfo', 'items']);

/** Fields that one document asks for, at most. */
const maxFields = 120;

/** Members of a union that are asked for. */
const maxMembers = 8;

const indentation = '  ';

/** What is asked of an answer: all plain values, and those of objects in it down to a depth. Editing is what it is for. */
export class Selection {
  readonly #schema: GraphqlSchema;
  readonly #depth: number;
  #fields = 0;

  constructor(schema: GraphqlSchema, depth: number) {
    this.#schema = schema;
    this.#depth = depth;
  }

  /** `{\n  id\n  name\n}`, or nothing for a plain value. */
  of(type: TypeReference, indent: string): string {
    const named = this.#schema.types.get(innermost(type));
    return named && isComposite(named) ? this.#block(named, this.#depth, [named.name], indent) : '';
  }

  #block(type: NamedType, depth: number, path: readonly string[], indent: string): string {
    const inside = `${indent}${indentation}`;
    const lines = this.#lines(type, depth, path, inside);
    const asked = lines.length === 0 || isAbstract(type) ? ['__typename', ...lines] : lines;
    return ` {\n${asked.map((line) => `${inside}${line}\n`).join('')}${indent}}`;
  }

  #lines(type: NamedType, depth: number, path: readonly string[], indent: string): string[] {
    const fields = type.fields.flatMap((field) => this.#field(field, depth, path, indent));
    if (type.kind !== 'UNION') return fields;
    return type.possibleTypes.slice(0, maxMembers).flatMap((name) => {
      const member = this.#schema.types.get(name);
      if (!member || path.includes(name)) return [];
      const lines = this.#lines(member, Math.min(depth, 0), [...path, name], `${indent}${indentation}`);
      const body = lines.map((line) => `${indent}${indentation}${line}\n`).join('');
      return lines.length === 0 ? [] : [`... on ${name} {\n${body}${indent}}`];
    });
  }

  #field({name, args, type, isDeprecated}: Field, depth: number, path: readonly string[], indent: string): string[] {
    if (isDeprecated || args.some(isNeeded) || this.#fields >= maxFields) return [];
    const named = this.#schema.types.get(innermost(type));
    if (!named) return [];
    if (!isComposite(named)) {
      this.#fields += 1;
      return [name];
    }
    const left = wrappers.has(name) ? depth : depth - 1;
    if (left < 0 || path.includes(named.name)) return [];
    const lines = this.#lines(named, left, [...path, named.name], `${indent}${indentation}`);
    if (lines.length === 0) return [];
    const asked = isAbstract(named) ? ['__typename', ...lines] : lines;
    return [`${name} {\n${asked.map((line) => `${indent}${indentation}${line}\n`).join('')}${indent}}`];
  }
}

const isComposite = ({kind}: NamedType): boolean => ['OBJECT', 'INTERFACE', 'UNION'].includes(kind);

const isAbstract = ({kind}: NamedType): boolean => kind === 'UNION' || kind === 'INTERFACE';
