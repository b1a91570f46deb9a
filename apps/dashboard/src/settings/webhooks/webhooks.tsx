import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../session/api.ts';
import { Loads } from '../parts/loads.tsx';
import { Secret } from '../parts/secret.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { inProject } from '../project/queries.ts';
import { ProjectPage } from '../project/shell.tsx';
import { webhooksQuery } from './queries.ts';
import { useListInterval } from './use-live-log.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm, type WebhookValues } from './webhook-form.tsx';
import styles from './webhooks.module.css';

/** Webhooks of a project and their deliveries. */
export const Webhooks = () => (
  <ProjectPage>{({ id }) => <WebhookSections key={id} project={id} />}</ProjectPage>
);

function WebhookSections({ project }: { project: number }) {
  const query = useQuery({ ...webhooksQuery(project), refetchInterval: useListInterval(project) });
  const { send } = useChange(webhooksQuery(project).queryKey);
  const [shown, setShown] = useState<{ title: string; secret: string }>();
  const create = async (body: WebhookValues) => {
    const answer = await send(
      api.POST('/api/v1/projects/{project_id}/webhooks', { ...inProject(project), body }),
    );
    if (!answer.ok) return answer.error;
    setShown({ title: 'Your webhook signing secret', secret: answer.data.secret });
  };
  return (
    <>
      <section className={styles.list} aria-label="Webhooks">
        {shown && (
          <Secret key={shown.secret} {...shown} what="secret" onDone={() => setShown(undefined)}>
            <p>
              Verify deliveries with it, as described by Standard Webhooks. Slack and Discord do not need it.
            </p>
          </Secret>
        )}
        <Loads query={query} what="webhooks" lines={4}>
          {(webhooks) =>
            webhooks.length === 0 ? (
              <p className={styles.empty}>No webhooks yet. Send events to your own service or chat.</p>
            ) : (
              webhooks.map((webhook) => (
                <WebhookCard key={webhook.id} webhook={webhook} onSecret={setShown} />
              ))
            )
          }
        </Loads>
      </section>
      <Section
        title="New webhook"
        about="Sends a POST request for each event. Failed deliveries are retried for three days."
      >
        <WebhookForm label="Create webhook" save={create} />
      </Section>
    </>
  );
}
