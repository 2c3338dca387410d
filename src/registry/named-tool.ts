/** A tool that can be looked up. */
export interface NamedTool<T> {
  /** `module.tool`, in a namespace `ns/module.tool` or `org/ns/module.tool`; of a tool on its own just its name. */
  readonly fullName: string;
  /** Name of the instance; empty for a tool on its own. */
  readonly module: string;
  /** Name of the provider, which stands for the instance where there is only one. */
  readonly provider: string;
  /** Name in the module. */
  readonly name: string;
  /** Asked late: the aliases are in the metadata. */
  readonly aliases: () => readonly string[];
  readonly tool: T;
}
