import {isRecord, ToolError} from '../../../../src/sdk.js';
import type {WrapProblem} from '../../../../src/sdk.js';
import {mcpConfig} from '../../options.js';
import {readSettings} from '../../settings.js';
import {mcpSettings} from './settings.js';

type Config = Readonly<Record<string, unknown>>;
type Report = (problem: WrapProblem) => void;

/** Reports what is wrong with a config; no server is started or reached. */
export function checkConfig(config: Config, report: Report): void {
  checkUrl(config, report);
  checkPins(config, report);
  checkOverrides(config, report);
}

function checkUrl(config: Config, report: Report): void {
  const {url} = isRecord(config['server']) ? config['server'] : {};
  if (typeof url !== 'string') return;
  try {
    readSettings(mcpSettings({}, {url}));
  } catch (error) {
    if (!ToolError.isToolError(error)) throw error;
    const remedy = error.suggestions?.[0] ?? 'Give the address of an MCP endpoint';
    report({path: 'server.url', message: error.message.replace('Config of mcp has a server.url', 'It is one'), remedy});
  }
}

function checkPins(config: Config, report: Report): void {
  for (const [name, pin] of Object.entries(isRecord(config['pin']) ? config['pin'] : {})) {
    if (typeof pin !== 'string' || /^sha256:[0-9a-f]{64}$/.test(pin)) continue;
    report({
      path: `pin.${name}`,
      message: 'It is no fingerprint',
      received: JSON.stringify(pin.slice(0, 80)),
      remedy: 'Write sha256: and 64 digits, as fingerprints() and haft import mcp give them',
    });
  }
}

/** Two tools of one name, and a tier that would be lower than that of the module. */
function checkOverrides(config: Config, report: Report): void {
  const names = new Map<string, string>();
  const {securityTier: least = mcpConfig.securityTier.default} = config as {securityTier?: number};
  for (const [name, override] of Object.entries(isRecord(config['overrides']) ? config['overrides'] : {})) {
    if (!isRecord(override)) continue;
    const {rename, securityTier} = override;
    if (typeof securityTier === 'number' && securityTier < least) {
      report({
        path: `overrides.${name}.securityTier`,
        message: 'An override can only raise the tier',
        received: String(securityTier),
        remedy: `Give ${String(least)} or more, or say "securityTier" of the module, which is for all its tools`,
      });
    }
    if (typeof rename !== 'string') continue;
    const other = names.get(rename);
    if (other !== undefined) {
      report({
        path: `overrides.${name}.rename`,
        message: `Two tools are called "${rename}"`,
        received: `also overrides.${other}`,
        remedy: 'Rename one of them',
      });
    }
    names.set(rename, name);
  }
}
