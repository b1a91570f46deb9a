import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Text } from '../../components/text.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { ask } from '../parts/confirm.tsx';
import { named } from '../parts/named.ts';
import { Sign } from '../parts/sign.tsx';
import { useChange } from '../parts/use-change.ts';
import { Deliveries } from './deliveries.tsx';
import { atWebhook, deliveriesKey, type Webhook, webhooksQuery } from './queries.ts';
import { useLiveLog } from './use-live-log.ts';
import { WebhookForm, type WebhookValues } from './webhook-form.tsx';
import styles from './webhooks.module.css';
import { why } from './why.ts';
import { eventList, transformWords } from './words.ts';

interface Props {
  webhook: Webhook;
  /** Called with a new secret, which is shown once. */
  onSecret: (shown: { title: string; secret: string }) => void;
}

/** A webhook with its status, actions and delivery log. */
export function WebhookCard({ webhook, onSecret }: Props) {
  const [isLogOpen, setLogOpen] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const keys = [webhooksQuery(webhook.project_id).queryKey, deliveriesKey(webhook)];
  const { run, send, isBusy } = useChange(...keys);
  const log = useLiveLog(webhook, isLogOpen);
  const last = log.query.data?.items.find(({ attempts }) => attempts > 0);
  const at = atWebhook(webhook);
  const name = named(webhook.url);

  const patch = (body: Partial<WebhookValues> & { is_active?: boolean }) =>
    api.PATCH('/api/v1/projects/{project_id}/webhooks/{webhook_id}', { ...at, body });
  const save = async (values: WebhookValues) => {
    const answer = await send(patch(values));
    if (!answer.ok) return answer.error;
    setChanging(false);
    toasts.show({ text: 'Saved' });
  };
  const toggle = () => run(() => patch({ is_active: !webhook.is_active }));
  const test = async () => {
    const done = await run(() => api.POST('/api/v1/projects/{project_id}/webhooks/{webhook_id}/test', at));
    if (!done) return;
    setLogOpen(true);
    const isFine = done.data.status === 'success';
    toasts.show({ text: isFine ? 'Test delivered' : why(done.data), isProblem: !isFine });
  };
  const rotate = () =>
    ask({
      title: 'Rotate signing secret?',
      label: 'Rotate secret',
      isDanger: false,
      children: <p>For 24 hours, deliveries are signed with both the old and the new secret.</p>,
      act: async () => {
        const answer = await send(
          api.POST('/api/v1/projects/{project_id}/webhooks/{webhook_id}/rotate-secret', at),
        );
        if (!answer.ok) return answer.error;
        onSecret({ title: `New signing secret for ${name}`, secret: answer.data.secret });
      },
    });
  const remove = () =>
    ask({
      title: 'Delete webhook?',
      label: 'Delete webhook',
      children: (
        <p>
          <Text>{webhook.url}</Text> no longer receives events, and its delivery log is deleted. This cannot
          be undone.
        </p>
      ),
      act: async () => {
        const answer = await send(api.DELETE('/api/v1/projects/{project_id}/webhooks/{webhook_id}', at));
        if (!answer.ok) return answer.error;
        toasts.show({ text: `Deleted webhook ${name}` });
      },
    });

  return (
    <article className={styles.card} aria-label={`Webhook ${name}`}>
      <div className={styles.top}>
        <h2>
          <Text>{webhook.url}</Text>
        </h2>
        <State webhook={webhook} lastStatus={last?.status} />
      </div>
      <p className={styles.about}>
        {transformWords[webhook.transform]} · {eventList(webhook.events)}
        {webhook.last_delivery_at && (
          <>
            {' · last delivery '}
            <TimeAgo at={webhook.last_delivery_at} />
          </>
        )}
      </p>
      {last && last.status !== 'success' && <p className={styles.why}>{why(last)}</p>}
      <div className={styles.buttons}>
        <Button onClick={test} isBusy={isBusy}>
          Send test
        </Button>
        <Button
          onClick={() => setLogOpen(!isLogOpen)}
          aria-expanded={isLogOpen}
          aria-label={`Deliveries to ${name}`}
        >
          Deliveries
        </Button>
        <Button onClick={() => setChanging(!isChanging)} aria-expanded={isChanging}>
          Edit
        </Button>
        <Button onClick={toggle} isBusy={isBusy}>
          {webhook.is_active ? 'Disable' : 'Enable'}
        </Button>
        <Button onClick={rotate}>Rotate secret…</Button>
        <Button kind="danger" onClick={remove}>
          Delete…
        </Button>
      </div>
      {isChanging && (
        <WebhookForm
          label="Save"
          given={webhook}
          save={save}
          beside={
            <Button kind="quiet" onClick={() => setChanging(false)}>
              Cancel
            </Button>
          }
        />
      )}
      {isLogOpen && <Deliveries webhook={webhook} log={log} />}
    </article>
  );
}

function State({ webhook, lastStatus }: { webhook: Webhook; lastStatus: string | undefined }) {
  if (!webhook.is_active) return <Sign kind="bad">Disabled</Sign>;
  const status = lastStatus ?? webhook.last_status;
  if (status === 'success') return <Sign kind="good">Delivered</Sign>;
  if (status === 'failed') return <Sign kind="bad">Failed</Sign>;
  return status === 'pending' ? (
    <Sign kind="waiting">Retrying</Sign>
  ) : (
    <Sign kind="plain">No deliveries yet</Sign>
  );
}
