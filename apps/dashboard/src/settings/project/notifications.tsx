import type { Problem } from '@skep/client';
import { useEmailOff } from '../../auth/providers.tsx';
import { projectsQuery } from '../../catalogue/queries.ts';
import { Button } from '../../components/button.tsx';
import { checkEmail } from '../../components/checks.ts';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Text } from '../../components/text.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { Check } from '../parts/fields.tsx';
import { named } from '../parts/named.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Section } from '../parts/section.tsx';
import { Sign } from '../parts/sign.tsx';
import { useChange } from '../parts/use-change.ts';
import { inProject } from './queries.ts';
import type { Project } from './shell.tsx';

/** Recipients of emails about new reports, and whether they have confirmed. */
export function Notifications({ project }: { project: Project }) {
  const { id, notification_addresses: addresses } = project;
  const isEmailOff = useEmailOff();
  const { run, send, isBusy } = useChange(projectsQuery.queryKey);
  type Patch = { notification_emails?: string[]; notify_reporters?: boolean };
  const patch = (body: Patch) => api.PATCH('/api/v1/projects/{project_id}', { ...inProject(id), body });

  /** The API replaces the whole list. Reads it first, so that a concurrent addition is kept. */
  const patchEmails = async (change: (emails: string[]) => string[]) => {
    const now = await api.GET('/api/v1/projects/{project_id}', inProject(id));
    return now.ok ? patch({ notification_emails: change(now.data.notification_emails) }) : now;
  };

  const add = async ({ email = '' }) => {
    const answer = await send(patchEmails((emails) => [...emails, email.trim()]));
    if (!answer.ok) return aboutEmail(answer.error);
    toasts.show({ text: `Added ${named(email.trim())}` });
  };
  const remove = async (email: string) => {
    if (await run(() => patchEmails((emails) => emails.filter((one) => one !== email))))
      toasts.show({ text: `Removed ${named(email)}` });
  };

  return (
    <Section
      title="Email notifications"
      about="Sent when new reports arrive. Recipients who are not members must confirm first."
    >
      {isEmailOff && (
        <Notice kind="plain">Email is off on this installation. No notifications are sent.</Notice>
      )}
      <Rows label="Recipients" empty="No recipients yet">
        {addresses.map(({ email, confirmed, muted }) => (
          <Row
            key={email}
            title={<Text>{email}</Text>}
            about={
              muted
                ? 'Unsubscribed. Only the recipient can resubscribe, with the link in an earlier email.'
                : confirmed
                  ? undefined
                  : isEmailOff
                    ? 'Cannot be confirmed while email is off.'
                    : 'Confirmation email sent. No notifications until it is confirmed.'
            }
            end={
              <>
                {muted ? (
                  <Sign kind="bad">Unsubscribed</Sign>
                ) : confirmed ? (
                  <Sign kind="good">Confirmed</Sign>
                ) : (
                  <Sign kind="waiting">Pending</Sign>
                )}
                <Button
                  kind="quietDanger"
                  isBusy={isBusy}
                  onClick={() => remove(email)}
                  aria-label={`Remove ${named(email)}`}
                >
                  Remove
                </Button>
              </>
            }
          />
        ))}
      </Rows>
      <Form label="Add" kind="plain" isPart isCleared check={checkEmail} send={add}>
        {(wrong) => (
          <TextField label="Email" name="email" type="email" autoComplete="off" error={wrong.email} />
        )}
      </Form>
      <Check
        checked={project.notify_reporters}
        disabled={isBusy}
        onChange={({ target }) => run(() => patch({ notify_reporters: target.checked }))}
        hint="At most one email per day, with an unsubscribe link. Only for reporters who left an email."
      >
        Notify reporters when their bug is resolved
      </Check>
    </Section>
  );
}

/** The API reports errors by list index; in this form only the new entry can be wrong. */
const aboutEmail = (problem: Problem<unknown>): Problem<unknown> =>
  problem.kind === 'refused' && problem.fields.length > 0
    ? { ...problem, fields: problem.fields.map(({ message }) => ({ field: 'email', message })) }
    : problem;
