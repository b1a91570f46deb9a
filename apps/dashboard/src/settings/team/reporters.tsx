import { checkEmail } from '../../components/checks.ts';
import { Form } from '../../components/form.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { ask } from '../parts/confirm.tsx';
import { named } from '../parts/named.ts';
import { Section } from '../parts/section.tsx';
import { inTeam } from './queries.ts';

/** For whoever asks to be forgotten: the reports stay, and nobody knows who wrote them. */
export function Reporters({ team }: { team: number }) {
  const erase = async ({ email = '' }) => {
    const address = email.trim();
    ask({
      title: `Forget the reporter ${named(address)}?`,
      label: 'Forget this reporter',
      children: (
        <>
          <p>
            Their address and identifier are taken off all reports of this team, and out of what is kept of
            deliveries to webhooks. Saved views that list their reports are deleted. The reports stay. This
            cannot be undone.
          </p>
          <p>
            What people wrote is left as it is, and so are your rules of blocklists: remove one that names the
            address yourself.
          </p>
        </>
      ),
      act: async () => {
        const body = { email: address };
        const answer = await api.DELETE('/api/v1/teams/{team_id}/reporters', { ...inTeam(team), body });
        if (!answer.ok) return answer.error;
        const { affected } = answer.data;
        const reports = `${affected.toLocaleString('en')} ${affected === 1 ? 'report' : 'reports'}`;
        toasts.show({ text: affected === 0 ? `No report has ${named(address)}` : `Forgotten on ${reports}` });
      },
    });
    return undefined;
  };
  return (
    <Section title="Forget a reporter" about="When somebody who reported wants their address gone.">
      <Form label="Forget…" kind="danger" isPart check={checkEmail} send={erase}>
        {(wrong) => (
          <TextField
            label="Address of the reporter"
            name="email"
            type="email"
            autoComplete="off"
            error={wrong.email}
          />
        )}
      </Form>
    </Section>
  );
}
