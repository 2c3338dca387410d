import type {ToolExample} from '../../contract/metadata.js';
import type {ModuleInstance} from '../../core/module-instance.js';

/** Where a case does its work. */
export interface ContractPlace {
  /** A fresh, empty folder of the case. */
  readonly folder: string;
  readonly module: ModuleInstance;
}

/** What the suite has to know of a module, beside its metadata. Everything has a default. */
export interface ContractOptions {
  /** Name that the metadata must have; default the one it has. */
  readonly name?: string;
  /** A config for a fresh, empty folder in which examples may do what they say; default `{}`. */
  readonly config?: object | ((folder: string) => object | Promise<object>);
  /**
   * What the tools change, as JSON: the same before a call and after it was taken back, and not touched by a tool without
   * side effects. Default the names, permissions and bytes of everything in the folder.
   */
  readonly fingerprint?: (place: ContractPlace) => unknown;
  /** Makes what the `setup` of an example needs beside its `files` and `steps`. */
  readonly prepare?: (place: ContractPlace, example: ToolExample) => void | Promise<void>;
  /** Frees what `config` started for the folder: a server, say. */
  readonly tearDown?: (folder: string) => void | Promise<void>;
  /**
   * Tools that can not be run where the suite runs, with why: `{send: 'needs an account'}`. Their records and what they
   * refuse are held to the contract all the same.
   */
  readonly notRunnable?: Readonly<Record<string, string>>;
  /** Values that must never be seen; those that the module hides from its config are known already. */
  readonly secrets?: readonly string[];
  /** ms in which a call that was stopped, and a cleanup, must be over; default 10,000. */
  readonly settleWithin?: number;
}

/** One promise of the contract, to be run by any test runner: `test(name, run)`. */
export interface ContractCase {
  /** Module, tool and title: `notes › read › does what its example says: Read a note`. */
  readonly name: string;
  /** Name of the tool in its module; undefined for the module as a whole. */
  readonly tool: string | undefined;
  readonly title: string;
  /** Rejects with an AssertionError that names tool, example and what to do. */
  readonly run: () => Promise<void>;
}
