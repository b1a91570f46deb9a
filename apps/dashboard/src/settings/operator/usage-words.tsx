import type { OperatorUsage } from './queries.ts';

const count = (number: number) => number.toLocaleString('en');

/** "1,204 reports this month, 3 over quota, 7 blocked" */
export const UsageWords = ({
  usage: { stored, dropped_quota, dropped_blocklist },
}: {
  usage: OperatorUsage;
}) => (
  <>
    {count(stored)} {stored === 1 ? 'report' : 'reports'} this month
    {dropped_quota > 0 && `, ${count(dropped_quota)} over quota`}
    {dropped_blocklist > 0 && `, ${count(dropped_blocklist)} blocked`}
  </>
);
