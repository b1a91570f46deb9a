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

/** Who is told of events, and what came of it. */
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
    setShown({ title: 'The secret of the new webhook', secret: answer.data.secret });
  };
  return (
    <>
      <section className={styles.list} aria-label="Webhooks">
        {shown && (
          <Secret key={shown.secret} {...shown} what="the secret" onDone={() => setShown(undefined)}>
            <p>
              Every message is signed with it, as Standard Webhooks describes. Slack and Discord do not need
              it.
            </p>
          </Secret>
        )}
        <Loads query={query} what="The webhooks" lines={4}>
          {(webhooks) =>
            webhooks.length === 0 ? (
              <p className={styles.empty}>
                No webhooks yet. With one, a program or a chat is told at once of what happens here.
              </p>
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
        about="We send a POST for each event, and try again for three days when it fails."
      >
        <WebhookForm label="Make the webhook" save={create} />
      </Section>
    </>
  );
}
