import { createHand } from './core/fault.ts';
import { watchMachine } from './core/machine.ts';
import { printTable, type Row } from './core/table.ts';
import { prepareRun } from './prepare.ts';
import { faults } from './weather/all.ts';

const names = process.argv.slice(2);
if (names.includes('--list')) {
  for (const { name, about } of faults) console.log(`${name.padEnd(24)} ${about}`);
  process.exit(0);
}
const unknown = names.filter((name) => !faults.some((fault) => fault.name === name));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}: npm run faults -- --list names all.`);
  process.exit(2);
}

const parts = await prepareRun();
const rows: Row[] = [];
const begun = performance.now();
for (const { name, about, run } of faults.filter(
  (fault) => names.length === 0 || names.includes(fault.name),
)) {
  console.log(`${name}: ${about} …`);
  const fault = `${name}: ${about}`;
  const startedAt = performance.now();
  const machine = await watchMachine();
  const { hand, cleanUp } = createHand(fault, { ...parts, machine }, rows);
  try {
    await run(hand);
  } catch (error) {
    console.error(error);
    rows.push({ fault, what: 'the fault could be made', expected: 'yes', seen: String(error), isMet: false });
  }
  await cleanUp();
  await machine.stop();
  const missed = rows.filter((row) => row.fault === fault && row.isMet === false);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`  ${missed.length === 0 ? 'ok' : `${missed.length} MISSED`}, in ${seconds} s`);
}
const passed = printTable(rows);
console.log(`in ${Math.round((performance.now() - begun) / 1000)} s`);
process.exit(passed ? 0 : 1);
