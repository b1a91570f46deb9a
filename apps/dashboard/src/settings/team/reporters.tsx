import { checkEmail } from '../../components/checks.ts';
import { Form } from '../../components/form.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { ask } from '../parts/confirm.tsx';
import { named } from '../parts/named.ts';
import { Section } from '../parts/section.tsx';
import { inTeam } from './queries.ts';

/** Erasure requests: removes the reporter's identity and keeps the bugs. */
export function Reporters({ team }: { team: number }) {
  const erase = async ({ email = '' }) => {
    const address = email.trim();
    ask({
      title: `Delete data of reporter ${named(address)}?`,
      label: 'Delete reporter data',
      children: (
        <>
          <p>
            Removes their email and identifier from all bugs of this team and from stored webhook deliveries.
            Saved views that filter by this reporter are deleted. The bugs are kept. This cannot be undone.
          </p>
          <p>
            Text in titles, descriptions and comments is not changed. Blocklist rules with this email are not
            removed.
          </p>
        </>
      ),
      act: async () => {
        const body = { email: address };
        const answer = await api.DELETE('/api/v1/teams/{team_id}/reporters', { ...inTeam(team), body });
        if (!answer.ok) return answer.error;
        const { affected } = answer.data;
        const reports = `${affected.toLocaleString('en')} ${affected === 1 ? 'bug' : 'bugs'}`;
        toasts.show({
          text: affected === 0 ? `No bugs from ${named(address)}` : `Deleted reporter data on ${reports}`,
        });
      },
    });
    return undefined;
  };
  return (
    <Section title="Delete reporter data" about="Removes a reporter’s email from all bugs of this team.">
      <Form label="Delete…" kind="danger" isPart check={checkEmail} send={erase}>
        {(wrong) => (
          <TextField
            label="Reporter’s email"
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
