import {ToolError} from '../contract/errors.js';
import {nearest} from '../contract/nearest.js';
import type {ModuleInstance} from '../core/module-instance.js';
import {spelled} from './lookup-errors.js';
import {bareName, isModuleName, layerOf} from './module-name.js';

/** What `listModules` tells of a live module. */
export interface ModuleInfo {
  /** What `createModule` answered. */
  readonly id: string;
  /** First part of its tools' full names; unique in the registry. */
  readonly name: string;
  /** Name of the provider it was made by. */
  readonly provider: string;
}

export interface ModuleEntry extends ModuleInfo {
  readonly module: ModuleInstance;
}

/** A name that is taken while its module is being made. */
export interface Reservation {
  readonly name: string;
  /** The registry was cleaned up meanwhile: nobody waits for the module any more. */
  abandoned: boolean;
}

/** The live modules of a registry, by id and by name. */
export class ModuleTable {
  readonly #byId = new Map<string, ModuleEntry>();
  readonly #byName = new Map<string, ModuleEntry>();
  readonly #reserved = new Map<string, Reservation>();
  #count = 0;

  /** Takes a name: the given one, or the first free of `git`, `git2`, `git3`. Throws RESOURCE_EXISTS, INVALID_PARAMETER. */
  reserve(provider: string, given: string | undefined): Reservation {
    const name = given ?? this.#freeName(provider);
    if (typeof name !== 'string' || !isModuleName(name)) {
      throw new ToolError('INVALID_PARAMETER', `A module can not be named ${JSON.stringify(name) ?? typeof name}`, {
        outcome: 'not_executed',
        suggestions: ['Use letters, digits and _ . : -, with a namespace as in acme/git or org/acme/git'],
      });
    }
    if (this.#isTaken(name)) {
      throw new ToolError('RESOURCE_EXISTS', `There is a module '${name}' already`, {
        outcome: 'not_executed',
        suggestions: [
          `Choose another name, for instance {name: '${this.#freeName(name)}'}, or destroy that module first`,
        ],
      });
    }
    const reservation = {name, abandoned: false};
    this.#reserved.set(name, reservation);
    return reservation;
  }

  #isTaken(name: string): boolean {
    return this.#byName.has(name) || this.#reserved.has(name);
  }

  #freeName(name: string): string {
    if (!this.#isTaken(name)) return name;
    let number = 2;
    while (this.#isTaken(`${name}${String(number)}`)) number++;
    return `${name}${String(number)}`;
  }

  release(reservation: Reservation): void {
    if (this.#reserved.get(reservation.name) === reservation) this.#reserved.delete(reservation.name);
  }

  /** Those who are making a module learn that nobody waits for it. */
  abandonReservations(): void {
    for (const reservation of this.#reserved.values()) reservation.abandoned = true;
  }

  /** The id begins with the provider and the time, as in seed 004; the counter keeps ids of one millisecond apart (C10). */
  add(reservation: Reservation, provider: string, module: ModuleInstance, now: number): ModuleEntry {
    this.#reserved.delete(reservation.name);
    const id = `${provider}_${String(now)}_${String(++this.#count)}`;
    const entry = {id, name: reservation.name, provider, module};
    this.#byId.set(id, entry);
    this.#byName.set(entry.name, entry);
    return entry;
  }

  delete({id, name}: ModuleEntry): void {
    this.#byId.delete(id);
    this.#byName.delete(name);
  }

  /** By id, or by name. */
  find(idOrName: string): ModuleEntry | undefined {
    return this.#byId.get(idOrName) ?? this.#byName.get(idOrName);
  }

  /** Throws MODULE_NOT_FOUND. */
  get(idOrName: string): ModuleEntry {
    const entry = this.find(idOrName);
    if (entry) return entry;
    const near = nearest(spelled(idOrName), [...this.#byName.keys(), ...this.#byId.keys()]);
    throw new ToolError('MODULE_NOT_FOUND', `Module '${spelled(idOrName)}' not found`, {
      outcome: 'not_executed',
      suggestions: [
        near === undefined
          ? 'Give the id that createModule answered, or the name of the module'
          : `Did you mean '${near}'?`,
      ],
    });
  }

  ofProvider(provider: string): ModuleEntry[] {
    return this.values().filter((entry) => entry.provider === provider);
  }

  of(module: ModuleInstance): ModuleEntry | undefined {
    return this.values().find((entry) => entry.module === module);
  }

  /** Modules of other layers that have the same name without a namespace. */
  namesakes({name}: ModuleEntry): ModuleEntry[] {
    return this.values().filter(
      (other) => bareName(other.name) === bareName(name) && layerOf(other.name) !== layerOf(name),
    );
  }

  /** Oldest first. */
  values(): ModuleEntry[] {
    return [...this.#byId.values()];
  }
}
