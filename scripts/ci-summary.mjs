// Prints `N passed, N failed`, with `, N skipped` where tests were skipped, from the report that jest writes with --json.
// Exits 1 when a test failed, none passed, or one was skipped without naming what is missing, like `clones over ssh [needs ssh]`.
import {readFileSync} from 'node:fs';

const [file] = process.argv.slice(2);
const report = readReport(file);
const skipped = report.testResults
  .flatMap((suite) => suite.assertionResults)
  .filter(({status}) => status === 'pending' || status === 'skipped' || status === 'todo' || status === 'disabled');
const unexcused = skipped.filter(({fullName}) => !/\[needs [^\]]+\]/.test(fullName));
// A suite that does not even load has no tests to count; it counts as one failure.
const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;

for (const {fullName} of unexcused) console.log(`skipped without a reason: ${fullName}`);
const counts = [`${report.numPassedTests} passed`, `${failed} failed`];
if (skipped.length > 0) counts.push(`${skipped.length} skipped`);
console.log(counts.join(', '));
process.exitCode = failed === 0 && unexcused.length === 0 && report.numPassedTests > 0 ? 0 : 1;

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    console.log(`no test report: ${error.message}`);
    return {testResults: [], numPassedTests: 0, numFailedTests: 1, numRuntimeErrorTestSuites: 0};
  }
}
