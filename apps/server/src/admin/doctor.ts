import { oneLine } from '../mail/foreign-text.ts';
import type { AdminCommand } from './command.ts';
import { type CheckFinding, examine } from './doctor/examine.ts';

/** What a server that does not answer still holds open does not keep the command from ending. */
const lingerMs = 1_000;

export const doctorCommand: AdminCommand = {
  takes: [],
  summary:
    'Checks configuration, database, mail, images, proxy, disk, clock and backups, and says what to do',
  options: {
    'mail-to': { value: 'address', summary: 'sends a mail to this address, to see whether it arrives' },
  },
  async run({ option }) {
    const findings = await examine(option('mail-to'));
    setTimeout(() => process.exit(), lingerMs).unref();
    const problems = count(findings, 'problem');
    const warnings = count(findings, 'warning');
    const verdict = problems > 0 ? 'problem' : warnings > 0 ? 'warning' : 'ok';
    return {
      data: { verdict, findings },
      text: [...findings.map(show), '', `${problems} problems, ${warnings} warnings.`].join('\n'),
      isBad: problems > 0,
    };
  },
};

const count = (findings: CheckFinding[], verdict: string) =>
  findings.filter((finding) => finding.verdict === verdict).length;

const margin = ' '.repeat(24);
const row = /.{1,56}(?:\s|$)|.{1,56}/gu;

/** One finding in 80 columns: what was looked at, what was found and, beneath, what to do. */
function show({ check, verdict, found, advice }: CheckFinding): string {
  const lines = [found, ...(advice === null ? [] : [`> ${advice}`])].flatMap(
    (text) => oneLine(text, 1_000).match(row) ?? [],
  );
  const head = `${check.padEnd(14)} ${verdict.padEnd(8)} `;
  return lines.map((line, i) => `${i === 0 ? head : margin}${line.trimEnd()}`).join('\n');
}
