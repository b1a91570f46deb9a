import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Time } from '../../components/time.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { Code } from '../parts/code.tsx';
import { Loads } from '../parts/loads.tsx';
import { Row, Rows } from '../parts/rows.tsx';
import { Sign } from '../parts/sign.tsx';
import { useChange } from '../parts/use-change.ts';
import styles from './deliveries.module.css';
import { atWebhook, type DeliveryItem, deliveriesKey, deliveryQuery, type Webhook } from './queries.ts';
import type { LiveLog } from './use-live-log.ts';
import { why } from './why.ts';

interface Props {
  webhook: Webhook;
  log: LiveLog;
}

/** Delivery log, newest first, with older pages on demand. */
export function Deliveries({ webhook, log }: Props) {
  return (
    <Loads query={log.query} what="deliveries" lines={4}>
      {({ items, total }) => (
        <Rows
          label="Deliveries"
          empty="No deliveries yet"
          further={{
            isThere: total > items.length,
            label: 'Show older',
            about: `${items.length.toLocaleString('en')} of ${total.toLocaleString('en')}. Deliveries are kept for 30 days.`,
            isBusy: log.isFetchingOlder,
            fetch: log.fetchOlder,
          }}
        >
          {items.map((item) => (
            <Delivery key={item.id} webhook={webhook} item={item} />
          ))}
        </Rows>
      )}
    </Loads>
  );
}

function Delivery({ webhook, item }: { webhook: Webhook; item: DeliveryItem }) {
  const [isOpen, setOpen] = useState(false);
  const { run, isBusy } = useChange(deliveriesKey(webhook));
  const again = async () => {
    const path = { ...atWebhook(webhook).params.path, delivery_id: item.id };
    const call = () =>
      api.POST('/api/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', {
        params: { path },
      });
    if (await run(call)) toasts.show({ text: 'Redelivery started' });
  };
  return (
    <Row
      title={
        <button
          type="button"
          className={styles.opener}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          {item.event}
        </button>
      }
      about={<Attempts item={item} />}
      end={
        <>
          <Outcome item={item} />
          <Time at={item.created_at} />
          <Button
            kind="quiet"
            onClick={again}
            isBusy={isBusy}
            aria-label={`Redeliver ${item.event} ${item.event_id}`}
          >
            Redeliver
          </Button>
        </>
      }
    >
      {isOpen && <Bodies webhook={webhook} item={item} />}
    </Row>
  );
}

function Attempts({ item: { attempts, duration_ms, next_attempt_at, status } }: { item: DeliveryItem }) {
  if (attempts === 0) return 'Not sent yet';
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  return (
    <>
      {times}
      {duration_ms !== null && `, ${duration_ms} ms`}
      {status === 'pending' && next_attempt_at && (
        <>
          , next{' '}
          {new Date(next_attempt_at).toLocaleString('en-GB', { dateStyle: 'short', timeStyle: 'short' })}
        </>
      )}
    </>
  );
}

function Outcome({ item: { status, response_status, attempts } }: { item: DeliveryItem }) {
  const code = response_status === null ? '' : ` ${response_status}`;
  if (status === 'success') return <Sign kind="good">Delivered{code}</Sign>;
  if (status === 'failed') return <Sign kind="bad">Failed{code}</Sign>;
  return <Sign kind="waiting">{attempts === 0 ? 'Pending' : `Retrying${code}`}</Sign>;
}

/** Exact request and response bodies. */
function Bodies({ webhook, item }: { webhook: Webhook; item: DeliveryItem }) {
  const query = useQuery(deliveryQuery(webhook, item));
  return (
    <div className={styles.bodies}>
      {item.status !== 'success' && item.attempts > 0 && <p>{why(item)}</p>}
      <Loads query={query} what="the delivery">
        {({ request_body, response_excerpt }) => (
          <>
            {request_body === null ? (
              <p>Not sent yet.</p>
            ) : (
              <Code caption="Request" what="request">
                {request_body}
              </Code>
            )}
            {response_excerpt && (
              <Code caption="Response" what="response">
                {response_excerpt}
              </Code>
            )}
          </>
        )}
      </Loads>
    </div>
  );
}
