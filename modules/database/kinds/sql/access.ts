type Config = Readonly<Record<string, unknown>>;

/**
 * Whether a tool may write: only in a module that says `readOnly: false`, and there by its own word or, without one, for
 * mode `execute`. The facts of the language (src/factory/language/sql.ts) tell planners the same.
 */
export function mayWrite(tool: Config, module: Config): boolean {
  if (module['readOnly'] !== false) return false;
  return tool['readOnly'] === undefined ? tool['mode'] === 'execute' : tool['readOnly'] === false;
}
