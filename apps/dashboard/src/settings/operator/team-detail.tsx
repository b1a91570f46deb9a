import { plans } from '@skep/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { Form } from '../../components/form.tsx';
import { Text } from '../../components/text.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { Select } from '../parts/fields.tsx';
import { Loads } from '../parts/loads.tsx';
import { named } from '../parts/named.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { useChange } from '../parts/use-change.ts';
import { useDraft } from '../parts/use-draft.ts';
import styles from './pager.module.css';
import { type OperatorProject, operatorTeamQuery } from './queries.ts';
import { UsageWords } from './usage-words.tsx';

/** Plan, rate limits and members of a team. */
export function TeamDetail({ id }: { id: number }) {
  const query = useQuery(operatorTeamQuery(id));
  const { run, isBusy } = useChange(['operator', 'teams']);
  const setPlan = async (plan: (typeof plans)[number]) => {
    const call = () =>
      api.PATCH('/api/v1/operator/teams/{team_id}', { params: { path: { team_id: id } }, body: { plan } });
    if (await run(call)) toasts.show({ text: `Plan changed to ${plan}` });
  };
  return (
    <div className={styles.inside}>
      <Loads query={query} what="the team">
        {(team) => (
          <>
            <Select
              label="Plan"
              name="plan"
              value={team.plan}
              disabled={isBusy}
              onChange={({ target }) => setPlan(target.value as (typeof plans)[number])}
              description={
                team.cap === null
                  ? 'Unlimited reports.'
                  : `${team.cap.toLocaleString('en')} reports per month and project.`
              }
            >
              {plans.map((plan) => (
                <option key={plan}>{plan}</option>
              ))}
            </Select>
            <Rows label="Projects" empty="No projects">
              {team.projects.map((project) => (
                <Row
                  key={project.id}
                  title={<Text>{project.name}</Text>}
                  about={<UsageWords usage={project.usage} />}
                >
                  <Cap project={project} />
                </Row>
              ))}
            </Rows>
            <p>
              Members:{' '}
              {team.members.map(({ id: member, name, email }, nth) => (
                <span key={member}>
                  {nth > 0 && ', '}
                  <Text>{name}</Text> (<Text>{email}</Text>)
                </span>
              ))}
            </p>
          </>
        )}
      </Loads>
    </div>
  );
}

function Cap({ project: { id, name, reports_per_minute } }: { project: OperatorProject }) {
  const cap = useDraft(String(reports_per_minute));
  const { send } = useChange(['operator', 'teams']);
  const save = async () => {
    const answer = await send(
      api.PATCH('/api/v1/operator/projects/{project_id}', {
        params: { path: { project_id: id } },
        body: { reports_per_minute: Number(cap.value) },
      }),
    );
    if (!answer.ok) return answer.error;
    cap.drop();
    toasts.show({ text: `Saved for ${named(name)}` });
  };
  return (
    <div className={styles.cap}>
      <Form
        label="Save"
        isPart
        isIdle={!cap.isChanged}
        check={() =>
          /^[1-9]\d*$/.test(cap.value.trim())
            ? {}
            : { reports_per_minute: 'Enter a whole number greater than 0.' }
        }
        send={save}
      >
        {(wrong) => (
          <TextField
            label="Reports per minute and key"
            name="reports_per_minute"
            inputMode="numeric"
            value={cap.value}
            onChange={({ target }) => cap.set(target.value)}
            error={wrong.reports_per_minute}
          />
        )}
      </Form>
    </div>
  );
}
