import type {ToolDefinition} from '../../../src/sdk.js';
import type {Secrets} from '../clean-text.js';
import type {Difference} from './difference.js';
import {differences} from './difference.js';
import type {Definition} from './read-definition.js';

/**
 * Where a tool of a server stands: `approved` can be called; `changed`, `new` and `removed` are refused until somebody
 * approves that; `unusable` has a name or a schema that can not be used; `excluded` is not wanted by the config.
 */
export type DefinitionStatus = 'approved' | 'changed' | 'new' | 'removed' | 'unusable' | 'excluded';

/** What is known of a server's tool, for people: it holds texts that nobody has approved. */
export interface DefinitionReport {
  /** The server's name of it. */
  readonly name: string;
  /** Its name here; undefined where it has none. */
  readonly tool: string | undefined;
  readonly status: DefinitionStatus;
  /** Of what the server says now. */
  readonly fingerprint: string | undefined;
  /** Of what was approved. */
  readonly approved: string | undefined;
  /** Why it is refused or not offered. */
  readonly reason: string | undefined;
  /** From what was approved to what the server says now, where both are known. */
  readonly differences: readonly Difference[];
}

/** What is known of a tool before the server describes it. */
type EntryFacts = Pick<Entry, 'name' | 'tool' | 'isExcluded' | 'approvedAs'> & {readonly secrets: Secrets};

/** One tool of a server, as it was approved and as the server describes it now. */
export class Entry {
  readonly name: string;
  /** Its name here. */
  readonly tool: string;
  readonly isExcluded: boolean;
  /** Fingerprint that is approved. */
  approvedAs: string | undefined;
  /** What is approved, where it was seen. */
  approved: Definition | undefined;
  /** What the server says now; undefined when it says nothing of it any more. */
  current: Definition | undefined;
  /** What is offered, kept as long as it is the same. */
  offered: {readonly key: string; readonly definition: ToolDefinition} | undefined;

  readonly #secrets: Secrets;

  constructor({name, tool, isExcluded, approvedAs, secrets}: EntryFacts) {
    this.name = name;
    this.tool = tool;
    this.isExcluded = isExcluded;
    this.approvedAs = approvedAs;
    this.#secrets = secrets;
  }

  get status(): DefinitionStatus {
    if (this.isExcluded) return 'excluded';
    if (this.current === undefined) return 'removed';
    const isSame = this.current.fingerprint === this.approvedAs;
    if (this.current.problem !== undefined) return isSame || this.approvedAs === undefined ? 'unusable' : 'changed';
    if (isSame) return 'approved';
    return this.approvedAs === undefined ? 'new' : 'changed';
  }

  /** Takes in what the server says now. */
  see(current: Definition | undefined): void {
    this.current = current;
    if (current?.problem === undefined && current?.fingerprint === this.approvedAs) this.approved = current;
  }

  /** Takes what the server says now for good; false for what can not be used. */
  approve(): boolean {
    if (this.current?.problem !== undefined || this.isExcluded) return false;
    this.approved = this.current;
    this.approvedAs = this.current?.fingerprint;
    return true;
  }

  /** Whether it is gone, and nobody minds. */
  get isForgotten(): boolean {
    return this.current === undefined && this.approvedAs === undefined;
  }

  get differences(): readonly Difference[] {
    if (this.status !== 'changed' || !this.approved || this.current?.problem !== undefined) return [];
    return differences(this.approved.pinned, this.current?.pinned, this.#secrets);
  }

  report(): DefinitionReport {
    const {name, tool, status, current, approvedAs: approved} = this;
    const isOffered = status !== 'excluded' && status !== 'unusable';
    return {
      name,
      tool: isOffered ? tool : undefined,
      status,
      fingerprint: current?.fingerprint,
      approved,
      reason: current?.problem ?? reasons[status],
      differences: this.differences,
    };
  }
}

const reasons: Readonly<Partial<Record<DefinitionStatus, string>>> = {
  changed: 'the server describes it otherwise than it was approved',
  new: 'the server has it since the others were approved, or it is not in approved of the config',
  removed: 'the server has it no more',
  excluded: 'include or exclude of the config leave it out',
};
