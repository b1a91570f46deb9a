import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { Text } from '../../components/text.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toasts } from '../../components/toasts.ts';
import { api } from '../../session/api.ts';
import { FieldLine, Select } from '../parts/fields.tsx';
import { Loads } from '../parts/loads.tsx';
import { named } from '../parts/named.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { Preview } from './preview.tsx';
import { blocklistQuery, inProject, type Outcome, type Rule } from './queries.ts';

const kinds: Record<Rule['kind'], { name: string; hint: string }> = {
  keyword: { name: 'Keyword', hint: 'Matches anywhere in the title or description. Not case-sensitive.' },
  email: { name: 'Reporter’s email', hint: 'An email, or a domain such as @example.com.' },
  user_agent: { name: 'User agent', hint: 'Matches any part, such as HeadlessChrome.' },
  ip: { name: 'IP address', hint: 'An address or a CIDR block, such as 203.0.113.7 or 203.0.113.0/24.' },
};

/** Rules that drop reports before they are stored. A rule is previewed on recent reports before it is saved. */
export function Blocklist({ project }: { project: number }) {
  const query = useQuery(blocklistQuery(project));
  const { run, send } = useChange(blocklistQuery(project).queryKey);
  const [kind, setKind] = useState<Rule['kind']>('keyword');
  const [value, setValue] = useState('');
  const [tried, setTried] = useState<{ rule: Rule; outcome: Outcome }>();
  const rule: Rule = { kind, value: value.trim() };
  // The rule may have been edited while the preview was loading.
  const isTried = tried?.rule.kind === rule.kind && tried.rule.value === rule.value;

  const preview = async () => {
    const answer = await api.POST('/api/v1/projects/{project_id}/blocklist/preview', {
      ...inProject(project),
      body: rule,
    });
    if (!answer.ok) return answer.error;
    setTried({ rule, outcome: answer.data });
  };
  const save = async ({ reason = '' }) => {
    const body = { ...rule, reason: reason.trim() || null };
    const answer = await send(
      api.POST('/api/v1/projects/{project_id}/blocklist', { ...inProject(project), body }),
    );
    if (!answer.ok) return answer.error;
    setTried(undefined);
    setValue('');
    toasts.show({ text: `Added rule ${named(rule.value)}` });
  };
  const remove = async (id: number, text: string) => {
    const path = { project_id: project, rule_id: id };
    const call = () => api.DELETE('/api/v1/projects/{project_id}/blocklist/{rule_id}', { params: { path } });
    if (await run(call)) toasts.show({ text: `Removed rule ${named(text)}` });
  };

  return (
    <Section title="Blocklist" about="Matching reports are dropped and counted. The sender is not notified.">
      <Loads query={query} what="rules">
        {(rules) => (
          <Rows label="Rules" empty="No rules yet. All reports are stored.">
            {rules.map((one) => (
              <Row
                key={one.id}
                title={<Text>{one.value}</Text>}
                about={
                  <>
                    {kinds[one.kind].name}
                    {one.reason && (
                      <>
                        {' · '}
                        <Text>{one.reason}</Text>
                      </>
                    )}
                  </>
                }
                end={
                  <>
                    <span>{one.match_count.toLocaleString('en')} dropped</span>
                    <Button
                      kind="quietDanger"
                      onClick={() => remove(one.id, one.value)}
                      aria-label={`Remove rule ${named(one.value)}`}
                    >
                      Remove
                    </Button>
                  </>
                }
              />
            ))}
          </Rows>
        )}
      </Loads>
      <Form
        label={isTried ? 'Add rule' : 'Preview'}
        kind={isTried ? 'primary' : 'plain'}
        isPart
        isUnsaved={rule.value !== ''}
        check={() => (rule.value ? {} : { value: 'Enter a value.' })}
        send={isTried ? save : preview}
        beside={
          isTried && (
            <Button kind="quiet" onClick={() => setTried(undefined)}>
              Cancel
            </Button>
          )
        }
      >
        {(wrong) => (
          <>
            <FieldLine>
              <Select
                label="Field"
                name="kind"
                value={kind}
                onChange={({ target }) => {
                  setKind(target.value as Rule['kind']);
                  setTried(undefined);
                }}
              >
                {Object.entries(kinds).map(([name, words]) => (
                  <option key={name} value={name}>
                    {words.name}
                  </option>
                ))}
              </Select>
              <TextField
                label="Matches"
                name="value"
                value={value}
                onChange={({ target }) => {
                  setValue(target.value);
                  setTried(undefined);
                }}
                maxLength={500}
                autoComplete="off"
                spellCheck={false}
                error={wrong.value}
              />
            </FieldLine>
            <p>{kinds[kind].hint}</p>
            <div aria-live="polite">{isTried && <Preview rule={rule} outcome={tried.outcome} />}</div>
            {isTried && (
              <TextField
                label="Reason"
                name="reason"
                description="Optional. Visible to your team."
                maxLength={500}
                error={wrong.reason}
              />
            )}
          </>
        )}
      </Form>
    </Section>
  );
}
