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
  keyword: { name: 'Words', hint: 'Anywhere in the title or description, whatever the case.' },
  email: { name: 'Reporter', hint: 'An address, or @ and a domain: @example.com.' },
  user_agent: { name: 'User agent', hint: 'Any part of it, such as HeadlessChrome.' },
  ip: { name: 'Network address', hint: 'Such as 203.0.113.7, or a block: 203.0.113.0/24.' },
};

/** Rules that drop reports before they are stored. What a rule would have dropped is shown before it is saved. */
export function Blocklist({ project }: { project: number }) {
  const query = useQuery(blocklistQuery(project));
  const { run, send } = useChange(blocklistQuery(project).queryKey);
  const [kind, setKind] = useState<Rule['kind']>('keyword');
  const [value, setValue] = useState('');
  const [tried, setTried] = useState<{ rule: Rule; outcome: Outcome }>();
  const rule: Rule = { kind, value: value.trim() };
  // It may have been changed while the answer was on its way.
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
    toasts.show({ text: `Blocked ${named(rule.value)}` });
  };
  const remove = async (id: number, text: string) => {
    const path = { project_id: project, rule_id: id };
    const call = () => api.DELETE('/api/v1/projects/{project_id}/blocklist/{rule_id}', { params: { path } });
    if (await run(call)) toasts.show({ text: `No longer blocked: ${named(text)}` });
  };

  return (
    <Section
      title="Blocklist"
      about="Reports that match are dropped, and only counted. Whoever sends them is not told."
    >
      <Loads query={query} what="The rules">
        {(rules) => (
          <Rows label="Rules" empty="No rules: every report is stored.">
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
                      aria-label={`Remove the rule ${named(one.value)}`}
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
        label={isTried ? 'Block these from now on' : 'Show what it would drop'}
        kind={isTried ? 'primary' : 'plain'}
        isPart
        isUnsaved={rule.value !== ''}
        check={() => (rule.value ? {} : { value: 'Write what is to be blocked.' })}
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
                label="What is looked at"
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
                label="Blocked when it is or has"
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
                description="For your team. You may leave it empty."
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
