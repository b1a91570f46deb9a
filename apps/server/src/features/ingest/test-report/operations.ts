import { type Report, reportFields } from '@skep/vocabulary';
import type { Actor } from '../../../auth/actor.ts';
import { conflict, notFound } from '../../../errors.ts';
import { matchRule, type Receipt, receiveReport, refuseEarly, type Source } from '../operations.ts';
import type { IngestContext } from '../queue.ts';
import { emptyReport } from '../report.ts';
import * as queries from './queries.ts';

export const monthIsFull = () =>
  conflict('The project has stored all the reports of its month: this one would be dropped');

export const isBlockedByRule = () => conflict('A rule of the blocklist drops this report');

/**
 * Sends an example report as the project's own key would send it, so that it takes the way of all reports: limits, rules,
 * quota, events. A sender is not told that a report was dropped; here the owner is looking, and is told why.
 */
export async function sendTestReport(
  context: IngestContext,
  actor: Actor,
  projectId: number,
  source: Source,
): Promise<Receipt> {
  const project = await queries.findProjectToTest(context.pools.main, actor.teamIds, projectId);
  const apiKey = project && (await context.apiKeys.find(project.api_key));
  if (!apiKey) throw notFound();
  refuseEarly(context, apiKey);
  if (apiKey.monthlyCap !== null && project.stored >= apiKey.monthlyCap) throw monthIsFull();
  const report = testReport(source.userAgent);
  if (matchRule(apiKey, report, source) !== null) throw isBlockedByRule();
  const receipt = await receiveReport(context, apiKey, report, source);
  // The month may have become full since it was read.
  if (!(await queries.isStored(context.pools.main, receipt.id))) throw monthIsFull();
  return receipt;
}

const testReport = (userAgent: string | undefined): Report => ({
  ...emptyReport,
  title: 'Test report',
  description: 'Sent from the dashboard to see that reports arrive. It can be deleted.',
  severity: 'low',
  environment: 'test',
  user_agent: userAgent?.slice(0, reportFields.user_agent.most) || null,
});
