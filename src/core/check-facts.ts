import {ToolError} from '../contract/errors.js';
import {assertKnownKeys} from '../contract/known-keys.js';
import {SecurityTier} from '../contract/security-tier.js';
import type {ToolFacts} from './tool-definition.js';

const costs = ['free', 'low', 'medium', 'high'];
const reliabilities = ['low', 'medium', 'high'];
const isFact = (value: unknown): boolean => typeof value === 'boolean' || typeof value === 'function';
const isName = (value: unknown): boolean => typeof value === 'string';

/** What each planning fact may be, in words and as a check. */
const planningFacts: Readonly<Record<string, readonly [expected: string, check: (value: unknown) => boolean]>> = {
  cost: [`one of ${costs.join(', ')}`, (value) => costs.includes(value as string)],
  reliability: [`one of ${reliabilities.join(', ')}`, (value) => reliabilities.includes(value as string)],
  idempotent: ['true or false', (value) => typeof value === 'boolean'],
  sideEffects: ['true, false or a function of the input', isFact],
  reversible: ['true, false or a function of the input', isFact],
  dependencies: ['a list of full names of tools', (value) => Array.isArray(value) && value.every(isName)],
};

/**
 * Refuses facts that planners and policies would read wrongly: a misspelt `sideEffects` counts as a change, a tier that is
 * none as no rule. Throws INVALID_CONFIG.
 */
export function assertFacts(
  name: string,
  {planning, securityTier}: Pick<ToolFacts, 'planning' | 'securityTier'>,
): void {
  const tiers: readonly unknown[] = Object.values(SecurityTier);
  if (securityTier !== undefined && !tiers.includes(securityTier)) {
    throw badFact(`securityTier of tool ${name}`, `one of ${tiers.join(', ')}`, securityTier);
  }
  if (planning === undefined) return;
  assertKnownKeys(`planning of tool ${name}`, planning, Object.keys(planningFacts));
  for (const [fact, value] of Object.entries(planning as Readonly<Record<string, unknown>>)) {
    const [expected, isValid] = planningFacts[fact] ?? [];
    if (value !== undefined && isValid?.(value) === false) {
      throw badFact(`planning.${fact} of tool ${name}`, expected ?? '', value);
    }
  }
}

function badFact(what: string, expected: string, received: unknown): ToolError {
  const shown = typeof received === 'string' ? JSON.stringify(received) : String(received);
  return new ToolError('INVALID_CONFIG', `${what} must be ${expected}, received ${shown}`, {
    outcome: 'not_executed',
    suggestions: [`Give ${expected}, or leave it out`],
  });
}
