import { createHarness } from './core/harness.ts';
import { watchMachine } from './core/machine.ts';
import { printTable, type Row } from './core/table.ts';
import { prepareRun } from './prepare.ts';
import { faults } from './scenarios/index.ts';

const names = process.argv.slice(2);
if (names.includes('--list')) {
  for (const { name, description } of faults) console.log(`${name.padEnd(24)} ${description}`);
  process.exit(0);
}
const unknown = names.filter((name) => !faults.some((fault) => fault.name === name));
if (unknown.length > 0) {
  console.error(`Unknown fault: ${unknown.join(', ')}. Run "npm run faults -- --list" to see all faults.`);
  process.exit(2);
}

const parts = await prepareRun();
const rows: Row[] = [];
const begunAt = performance.now();
for (const { name, description, run } of faults.filter(
  (fault) => names.length === 0 || names.includes(fault.name),
)) {
  console.log(`${name}: ${description} …`);
  const fault = `${name}: ${description}`;
  const startedAt = performance.now();
  const machine = await watchMachine();
  const { harness, cleanUp } = createHarness(fault, { ...parts, machine }, rows);
  try {
    await run(harness);
  } catch (error) {
    console.error(error);
    rows.push({ fault, check: 'scenario ran', expected: 'yes', actual: String(error), passed: false });
  }
  await cleanUp();
  await machine.stop();
  const failed = rows.filter((row) => row.fault === fault && row.passed === false);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`  ${failed.length === 0 ? 'ok' : `${failed.length} FAILED`} (${seconds} s)`);
}
const passed = printTable(rows);
console.log(`Finished in ${Math.round((performance.now() - begunAt) / 1000)} s`);
process.exit(passed ? 0 : 1);
