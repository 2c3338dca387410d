// `npm run bench`: measures the built package beside floors and peers and prints what a call costs.
import {runBench} from './lib/run-bench.mjs';

process.exitCode = await runBench(process.argv.slice(2));
