import {availableParallelism} from 'node:os';
import {setFlagsFromString} from 'node:v8';
import {missingHaft, missingPeer} from './installed.mjs';
import {parseOptions, usage} from './options.mjs';
import {measure} from './paired-rounds.mjs';
import {median, medianRatio} from './stats.mjs';
import {formatNs, formatRatio, table} from './table.mjs';
import {scenarios} from '../scenarios/index.mjs';

/** Runs the scenarios that the arguments ask for and prints them; answers the exit code. */
export async function runBench(args) {
  const options = parseOptions(args, Object.keys(scenarios));
  if (options.problem !== undefined) {
    console.error(`${options.problem}\n\n${usage(Object.keys(scenarios))}`);
    return 2;
  }
  if (options.help) {
    console.log(usage(Object.keys(scenarios)));
    return 0;
  }
  const problem = missingHaft();
  if (problem !== undefined) {
    console.error(problem);
    return 1;
  }
  // Workers that start after this have `gc`, so that no contestant pays for another's garbage.
  setFlagsFromString('--expose-gc');

  const reports = [];
  for (const name of options.only) {
    const report = await runScenario(name, scenarios[name], options);
    reports.push(report);
    if (!options.json) print(report);
  }
  if (options.json)
    console.log(JSON.stringify({node: process.version, cores: availableParallelism(), reports}, null, 2));
  return 0;
}

async function runScenario(name, scenario, options) {
  const leftOut = [];
  const contestants = scenario.contestants.filter(({name: contestant, peer}) => {
    if (peer === undefined) return true;
    const reason = options.peers ? missingPeer(peer) : '--no-peers';
    if (reason !== undefined) leftOut.push({name: contestant, reason});
    return reason === undefined;
  });
  const rounds = options.rounds ?? scenario.rounds ?? 100;
  const warmups = options.rounds === undefined ? 3 : Math.min(3, options.rounds);
  const times = await measure(contestants, {rounds, warmups, ms: options.ms ?? scenario.ms ?? 8});
  // A floor may be a peer that is not installed.
  const floors = scenario.floors.filter((floor) => times.has(floor));
  const rows = contestants.map(({name: contestant}) => ({
    name: contestant,
    ns: median(times.get(contestant)),
    ratios: Object.fromEntries(floors.map((floor) => [floor, medianRatio(times.get(contestant), times.get(floor))])),
  }));
  return {name, title: scenario.title, unit: scenario.unit, floors, rounds, rows, leftOut};
}

function print({name, title, unit, floors, rounds, rows, leftOut}) {
  const head = ['', `time a ${unit}`, ...floors.map((floor) => `x ${floor}`)];
  const body = rows.map((row) => [
    row.name,
    formatNs(row.ns),
    ...floors.map((floor) => formatRatio(row.ratios[floor])),
  ]);
  console.log(`\n${name}: ${title} (medians of ${rounds} paired rounds)\n`);
  console.log(table([head, ...body]));
  for (const {name: contestant, reason} of leftOut) console.log(`LEFT OUT: ${contestant} (${reason})`);
}
