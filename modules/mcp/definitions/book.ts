import {isRecord, nearest, ToolError} from '../../../src/sdk.js';
import type {ToolDefinition} from '../../../src/sdk.js';
import type {Secrets} from '../clean-text.js';
import type {Settings} from '../settings.js';
import {Entry} from './entry.js';
import type {DefinitionReport} from './entry.js';
import {freeName, isNamed, methodName, nameProblem, shownName} from './names.js';
import {readDefinition} from './read-definition.js';
import type {Definition} from './read-definition.js';
import {newWork} from './read-schema.js';
import type {WorkLeft} from './read-schema.js';

/** How a tool that is offered is made, from what is approved of it or, where nothing is, from its name alone. */
export type MakeTool = (entry: Entry, definition: Definition | undefined, aliases: readonly string[]) => ToolDefinition;

/** Tools to approve, by either name: as they are, or each as it was seen, by its fingerprint, undefined for one that is gone. */
export type Chosen = readonly string[] | Readonly<Record<string, string | undefined>>;

/** A tool that has no place in the book. */
interface Refused {
  readonly name: string;
  readonly reason: string;
}

/** What a server lists, read: a definition, or why there is no place for it. */
export type ReadTool = Definition | Refused;

/** ms of work without letting others in. */
const longestTurn = 10;

/**
 * The tools of one server: what was approved, and what the server says now (MC06). What the server says first is approved,
 * unless the config names fingerprints; from then on, a person approves.
 */
export class DefinitionBook {
  readonly #settings: Settings;
  /** Names that the module's own tools have. */
  readonly #own: ReadonlySet<string>;
  readonly #entries = new Map<string, Entry>();
  readonly #secrets: Secrets;
  #refused: readonly Refused[] = [];
  #isFirst = true;

  constructor(settings: Settings, own: ReadonlySet<string>, secrets: Secrets) {
    this.#settings = settings;
    this.#own = own;
    this.#secrets = secrets;
    for (const [name, fingerprint] of Object.entries(settings.approved ?? {})) this.#open(name, fingerprint);
  }

  /**
   * Reads what the server lists, without holding up others for long: compiling the schemas of a stranger takes time. What is
   * as it was is not read again.
   */
  async read(listed: readonly unknown[]): Promise<readonly ReadTool[]> {
    const left = newWork();
    const names = new Set<unknown>();
    const read: ReadTool[] = [];
    let since = performance.now();
    for (const said of listed) {
      read.push(this.#readOne(said, names, left));
      if (performance.now() - since < longestTurn) continue;
      await new Promise((resolve) => void setImmediate(resolve));
      since = performance.now();
    }
    return read;
  }

  /** The first of two with one name counts (MC07). */
  #readOne(said: unknown, names: Set<unknown>, left: WorkLeft): ReadTool {
    if (!isRecord(said)) return {name: shownName(said), reason: 'is no definition'};
    const {name} = said;
    const renamed = typeof name === 'string' ? this.#override(name)?.name : undefined;
    const problem = nameProblem(renamed ?? name);
    if (typeof name !== 'string' || problem !== undefined) {
      const remedy = 'overrides.<its name>.name of the config gives it another';
      return {name: shownName(name), reason: `${problem ?? ''}; ${remedy}`};
    }
    if (names.has(name)) return {name, reason: 'is offered twice; the first counts'};
    names.add(name);
    const entry = this.#entries.get(name);
    return readDefinition(name, said, [entry?.current, entry?.approved], left);
  }

  /** Takes in what the server lists now; answers the tools that stand elsewhere than before. */
  see(read: readonly ReadTool[]): readonly DefinitionReport[] {
    const before = new Map(this.reports().map((report) => [report.name, standing(report)]));
    const seen = new Map(read.flatMap((tool) => ('reason' in tool ? [] : [[tool.name, tool] as const])));
    this.#refused = read.filter((tool) => 'reason' in tool);
    for (const name of seen.keys()) if (!this.#entries.has(name)) this.#open(name, undefined);
    for (const entry of this.#entries.values()) {
      entry.see(seen.get(entry.name));
      if (this.#isFirst && this.#settings.approved === undefined) entry.approve();
      if (entry.isForgotten) this.#entries.delete(entry.name);
    }
    this.#isFirst = false;
    return this.reports().filter((report) => before.get(report.name) !== standing(report));
  }

  #override(name: string): Settings['overrides'][string] | undefined {
    const {overrides} = this.#settings;
    return Object.hasOwn(overrides, name) ? overrides[name] : undefined;
  }

  #open(name: string, approvedAs: string | undefined): void {
    const {include, exclude} = this.#settings;
    const isExcluded = (include !== undefined && !isNamed(name, include)) || isNamed(name, exclude);
    const taken = new Set([...this.#own, ...[...this.#entries.values()].map(({tool}) => tool)]);
    const tool = freeName(this.#override(name)?.name ?? name, taken);
    this.#entries.set(name, new Entry({name, tool, isExcluded, approvedAs, secrets: this.#secrets}));
  }

  /** By the server's name of a tool. */
  entry(name: string): Entry | undefined {
    return this.#entries.get(name);
  }

  /** All tools that the server lists or that are approved, those without a place at the end. */
  reports(): DefinitionReport[] {
    const none = {tool: undefined, fingerprint: undefined, approved: undefined, differences: []};
    return [
      ...[...this.#entries.values()].map((entry) => entry.report()),
      ...this.#refused.map(({name, reason}) => ({...none, name, status: 'unusable' as const, reason})),
    ];
  }

  /** What is approved, in the shape of `approved` of the config. */
  fingerprints(): Record<string, string> {
    const approved = [...this.#entries.values()].filter(({status}) => status === 'approved');
    return Object.fromEntries(approved.map(({name, approvedAs}) => [name, approvedAs ?? '']));
  }

  /**
   * Approves what the server says now of the named tools, or of all: the person who calls this has looked at it. With
   * fingerprints, all of that must still be what they are of. Answers the names of those that were not approved before.
   * Throws RESOURCE_NOT_FOUND, DEFINITION_CHANGED, or INVALID_STATE for what can not be used; nothing is approved then.
   */
  approve(chosen: Chosen | undefined): string[] {
    const names = chosen && (isList(chosen) ? chosen : Object.keys(chosen));
    const entries = names?.map((name) => this.#named(name)) ?? [...this.#entries.values()];
    if (chosen && !isList(chosen)) assertSeen(entries, Object.values(chosen));
    const unusable = names && entries.find(({current}) => current?.problem !== undefined);
    if (unusable) {
      throw new ToolError('INVALID_STATE', `${unusable.name} can not be used: ${unusable.current?.problem ?? ''}`, {
        outcome: 'not_executed',
      });
    }
    const waiting = entries.filter(({status}) => status !== 'approved' && status !== 'excluded');
    const approved = waiting.filter((entry) => entry.approve());
    for (const entry of approved) if (entry.isForgotten) this.#entries.delete(entry.name);
    return approved.map(({name}) => name);
  }

  #named(name: string): Entry {
    const entries = [...this.#entries.values()];
    const entry = this.#entries.get(name) ?? entries.find(({tool}) => tool === name);
    if (entry) return entry;
    const near = nearest(name, [...this.#entries.keys()]);
    throw new ToolError('RESOURCE_NOT_FOUND', `The server has no tool ${JSON.stringify(shownName(name))}`, {
      outcome: 'not_executed',
      suggestions: near === undefined ? ['definitions() lists them'] : [`Did you mean "${near}"?`],
    });
  }

  /** The tools to offer, each the same object as before where nothing changed. */
  offered(make: MakeTool): ToolDefinition[] {
    const entries = [...this.#entries.values()].filter(({status}) => status !== 'excluded' && status !== 'unusable');
    const names = [...this.#own, ...entries.map(({tool}) => tool)];
    const methods = entries.map(({tool}) => methodName(tool));
    return entries.map((entry, index) => {
      const method = methods[index];
      const isFree =
        method !== undefined && !names.includes(method) && methods.indexOf(method) === methods.lastIndexOf(method);
      const aliases = isFree ? [method] : [];
      const definition = entry.approved;
      const key = [definition?.fingerprint ?? 'none', ...aliases].join(' ');
      if (entry.offered?.key !== key) entry.offered = {key, definition: make(entry, definition, aliases)};
      return entry.offered.definition;
    });
  }
}

const isList = (chosen: Chosen): chosen is readonly string[] => Array.isArray(chosen);

/** Throws where the server says something else of a tool by now than what was looked at. */
function assertSeen(entries: readonly Entry[], fingerprints: readonly (string | undefined)[]): void {
  const others = entries.filter(({current}, index) => current?.fingerprint !== fingerprints[index]);
  if (others.length === 0) return;
  const tools = others.map(({name}) => name);
  throw new ToolError('DEFINITION_CHANGED', `The server says something else by now of ${tools.join(', ')}`, {
    outcome: 'not_executed',
    recoverable: false,
    suggestions: ['Look at definitions() again, and approve what they say then'],
    context: {tools},
  });
}

/** What makes a report worth telling. */
const standing = ({status, fingerprint}: DefinitionReport): string => `${status} ${fingerprint ?? ''}`;
