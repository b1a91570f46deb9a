import type { Problem } from '@skep/client';
import { projectsQuery } from '../../catalogue/queries.ts';
import { Button } from '../../components/button.tsx';
import { checkEmail } from '../../components/checks.ts';
import { Form } from '../../components/form.tsx';
import { Notice } from '../../components/notice.tsx';
import { Text } from '../../components/text.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toasts } from '../../components/toasts.ts';
import { useEmailOff } from '../../doors/providers.tsx';
import { api } from '../../session/api.ts';
import { Check } from '../parts/fields.tsx';
import { named } from '../parts/named.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Section } from '../parts/section.tsx';
import { Sign } from '../parts/sign.tsx';
import { useChange } from '../parts/use-change.ts';
import { inProject } from './queries.ts';
import type { Project } from './shell.tsx';

/** Who is mailed about new reports, and whether they have said yes. */
export function Notifications({ project }: { project: Project }) {
  const { id, notification_addresses: addresses } = project;
  const isEmailOff = useEmailOff();
  const { run, send, isBusy } = useChange(projectsQuery.queryKey);
  type Patch = { notification_emails?: string[]; notify_reporters?: boolean };
  const patch = (body: Patch) => api.PATCH('/api/v1/projects/{project_id}', { ...inProject(id), body });

  /** The service takes the whole list. It is read anew right before, so that what a colleague has just added stays. */
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
      title="Mails"
      about="Told at once when a report comes in. An address that is not a member’s has to be confirmed by its owner first."
    >
      {isEmailOff && <Notice kind="plain">Email is off on this installation, so none is sent.</Notice>}
      <Rows label="Addresses that are mailed" empty="Nobody is mailed about new reports.">
        {addresses.map(({ email, confirmed, muted }) => (
          <Row
            key={email}
            title={<Text>{email}</Text>}
            about={
              muted
                ? 'Its owner wants no mails. Only the link in an earlier mail lifts that.'
                : confirmed
                  ? undefined
                  : isEmailOff
                    ? 'Has to be confirmed by email, which is off.'
                    : 'We have mailed a link to confirm it. Until it is pressed, nothing else is sent there.'
            }
            end={
              <>
                {muted ? (
                  <Sign kind="bad">Muted</Sign>
                ) : confirmed ? (
                  <Sign kind="good">Confirmed</Sign>
                ) : (
                  <Sign kind="waiting">Not confirmed</Sign>
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
          <TextField
            label="Address to mail"
            name="email"
            type="email"
            autoComplete="off"
            error={wrong.email}
          />
        )}
      </Form>
      <Check
        checked={project.notify_reporters}
        disabled={isBusy}
        onChange={({ target }) => run(() => patch({ notify_reporters: target.checked }))}
        hint="One mail a day at most, with a link to stop them. For reporters who gave an address."
      >
        Tell reporters when their bug is resolved
      </Check>
    </Section>
  );
}

/** The service knows the whole list; here only its new entry can be wrong. */
const aboutEmail = (problem: Problem<unknown>): Problem<unknown> =>
  problem.kind === 'refused' && problem.fields.length > 0
    ? { ...problem, fields: problem.fields.map(({ message }) => ({ field: 'email', message })) }
    : problem;
