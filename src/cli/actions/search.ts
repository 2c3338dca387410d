import {exitCodes} from '../exit-codes.js';
import type {Invocation, OptionValues} from '../command.js';
import {explanationLines} from '../explanation.js';
import type {Output} from '../output.js';
import type {ToolMatch} from '../../registry/search/catalogue.js';
import type {ToolCriteria} from '../../registry/search/criteria.js';
import type {SecurityTier} from '../../contract/security-tier.js';
import {toolColumns, toolRow, toolSummary} from '../tool-rows.js';
import {usageError} from '../usage-error.js';
import {withSession} from '../with-session.js';

export async function searchTools(invocation: Invocation): Promise<number> {
  const {output, argument, options} = invocation;
  const text = argument('TEXT');
  const facts = criteriaOf(options);
  if (text === undefined && Object.keys(facts).length === 0) {
    throw usageError('haft search needs TEXT, or a fact such as --tag', 'haft help search lists the facts');
  }
  return withSession(invocation, async (session) => {
    const {registry} = session;
    await session.discover();
    const explain = options.flag('explain');
    const limit = options.integer('limit') ?? 10;
    const found = registry.searchTools({...facts, ...(text !== undefined && {text})}, {limit, explain});
    if (output.json) output.document({tools: found.map(documentOf)});
    else if (found.length === 0)
      output.note(`No tool fits ${text === undefined ? 'these facts' : `'${text}'`}; haft tools lists all of them`);
    else if (explain) showExplained(found, output);
    else output.table(toolColumns, found.map(toolRow));
    return exitCodes.ok.code;
  });
}

/** The facts that the options ask for. */
function criteriaOf(options: OptionValues): ToolCriteria {
  const [tier, cost] = [options.text('tier'), options.text('cost')];
  const lists = {
    module: options.list('module'),
    tags: options.list('tag'),
    produces: options.list('produces'),
    consumes: options.list('consumes'),
  };
  const given = Object.entries(lists).filter(([, words]) => words.length > 0);
  return {
    ...Object.fromEntries(given),
    ...(tier !== undefined && {maxTier: Number(tier) as SecurityTier}),
    ...(cost !== undefined && {cost: {max: cost}}),
    ...(options.flag('no-side-effects') && {sideEffects: false}),
    ...(options.flag('reversible') && {reversible: true}),
    ...(options.flag('idempotent') && {idempotent: true}),
  };
}

const documentOf = (found: ToolMatch) => ({
  ...toolSummary(found),
  ...(found.score !== undefined && {score: found.score}),
  ...(found.match && {match: found.match}),
});

function showExplained(found: readonly ToolMatch[], output: Output): void {
  for (const tool of found) {
    output.table([{title: ''}, {title: ''}], [[tool.name, tool.description]]);
    for (const line of tool.match ? explanationLines(tool.match) : []) {
      output.stdout.line(output.stdout.style('dim', `    ${line}`));
    }
  }
}
