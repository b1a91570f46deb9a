import type { Context } from '../../context.ts';
import { getOverview } from '../../features/operator/overview/operations.ts';
import { type Finding, ok, warning } from './finding.ts';

/** What the operator's page shows of the work beside requests. */
export async function checkWork(context: Context, isRunning: boolean): Promise<Finding[]> {
  const { health, jobs_given_up } = await getOverview(context);
  const late = Object.entries(health).filter(([, { is_late }]) => is_late);
  const findings = late.map(([name, { waiting, lag_seconds }]) =>
    warning(
      `${waiting} of ${name} wait, the oldest for ${lag_seconds} s`,
      isRunning ? 'See the log of the service.' : 'Start the service: it does not run here.',
    ),
  );
  if (jobs_given_up > 0)
    findings.push(
      warning(
        `${jobs_given_up} jobs failed too often and were given up`,
        'See skep admin jobs; then retry-job or discard-job.',
      ),
    );
  return findings.length > 0 ? findings : [ok('Nothing is late, and no job has been given up')];
}
