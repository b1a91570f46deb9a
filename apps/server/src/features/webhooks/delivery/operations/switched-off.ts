import type { Context } from '../../../../context.ts';
import { named, oneLine } from '../../../../mail/foreign-text.ts';
import { writeLetter } from '../../../../mail/letter.ts';
import { findSwitchedOff } from '../../subscriptions/queries.ts';

const reasons = {
  gone: 'It answered 410, which means that it will not take deliveries any more.',
  failing: 'For five days every delivery to it has failed.',
};

/** Tells somebody that a webhook of their team was switched off. Its address may hold a secret, so only the host is named. */
export async function sendSwitchedOff(
  context: Context,
  { webhookId, userId, reason }: { webhookId: number; userId: number; reason: keyof typeof reasons },
): Promise<void> {
  const webhook = await findSwitchedOff(context.pools.main, webhookId, userId);
  if (!webhook) return;
  const { email, url, project_id, project_name } = webhook;
  await context.mailer.send(
    writeLetter({
      to: email,
      subject: `A webhook of ${oneLine(project_name, 80)} was switched off`,
      before: [
        `Skep does not send events of the project ${named(project_name)} to ${new URL(url).host} any more. ${reasons[reason]}`,
      ],
      button: { label: 'See what failed', url: `${context.config.baseUrl}/projects/${project_id}/webhooks` },
      after: ['Switch it on again when its target works. Each delivery in its log can be sent once more.'],
    }),
  );
}
