import type { components } from '@skep/client';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { labelsQuery } from '../../catalogue/queries.ts';
import { Button } from '../../components/button.tsx';
import { LabelDot } from '../../components/label-dot.tsx';
import { Link } from '../../components/link.tsx';
import { Text } from '../../components/text.tsx';
import { toasts } from '../../components/toasts.ts';
import { visibleText } from '../../components/visible-text.ts';
import { api } from '../../session/api.ts';
import { ask } from '../parts/confirm.tsx';
import { Select } from '../parts/fields.tsx';
import { Loads } from '../parts/loads.tsx';
import { named } from '../parts/named.ts';
import { Row, Rows } from '../parts/rows.tsx';
import { Section } from '../parts/section.tsx';
import { useChange } from '../parts/use-change.ts';
import { LabelForm } from './label-form.tsx';
import { inTeam } from './queries.ts';
import { TeamPage } from './shell.tsx';

export type Label = components['schemas']['Label'];

export const TeamLabels = () => <TeamPage>{(team) => <Labels key={team.id} team={team.id} />}</TeamPage>;

function Labels({ team }: { team: number }) {
  const query = useQuery(labelsQuery(team));
  const { send } = useChange(labelsQuery(team).queryKey);
  const create = async (body: { name: string; color: string }) => {
    const answer = await send(api.POST('/api/v1/teams/{team_id}/labels', { ...inTeam(team), body }));
    if (!answer.ok) return answer.error;
    toasts.show({ text: `Created label ${named(body.name)}` });
  };
  return (
    <>
      <Section title="Labels" about="Shared by all projects of the team.">
        <Loads query={query} what="labels">
          {(labels) => (
            <Rows label="Labels" empty="No labels yet. Create one to sort bugs.">
              {labels.toSorted(byName).map((label, _, all) => (
                <LabelRow key={label.id} label={label} all={all} />
              ))}
            </Rows>
          )}
        </Loads>
      </Section>
      <Section title="New label">
        <LabelForm label="Create label" save={create} isCleared />
      </Section>
    </>
  );
}

const byName = (one: Label, other: Label) => one.name.localeCompare(other.name, 'en', { numeric: true });

const count = (bugs: number) => `${bugs.toLocaleString('en')} ${bugs === 1 ? 'bug' : 'bugs'}`;

function LabelRow({ label, all }: { label: Label; all: Label[] }) {
  const { id, team_id, name, color, bug_count } = label;
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const { send } = useChange(labelsQuery(team_id).queryKey);
  const at = { params: { path: { team_id, label_id: id } } };
  const save = async (body: { name: string; color: string }) => {
    const answer = await send(api.PATCH('/api/v1/teams/{team_id}/labels/{label_id}', { ...at, body }));
    if (!answer.ok) return answer.error;
    close();
    toasts.show({ text: 'Saved' });
  };
  const remove = () =>
    ask({
      title: `Delete label ${named(name)}?`,
      label: 'Delete label',
      children: <p>Removes the label from {count(bug_count)}. The bugs are kept. This cannot be undone.</p>,
      act: async () => {
        const answer = await send(api.DELETE('/api/v1/teams/{team_id}/labels/{label_id}', at));
        if (!answer.ok) return answer.error;
        toasts.show({ text: `Deleted label ${named(name)}` });
      },
    });
  const merge = () =>
    ask({
      title: `Merge label ${named(name)} into another?`,
      label: 'Merge labels',
      children: (
        <p>Moves {count(bug_count)} to the other label and deletes this one. This cannot be undone.</p>
      ),
      field: (
        <Select label="Merge into" name="field" defaultValue="" autoFocus>
          <option value="" disabled>
            Select a label
          </option>
          {all
            .filter((other) => other.id !== id)
            .map((other) => (
              <option key={other.id} value={other.id}>
                {visibleText(other.name)}
              </option>
            ))}
        </Select>
      ),
      check: (into) => (into ? undefined : 'Select a label.'),
      act: async (into) => {
        const body = { into_label_id: Number(into) };
        const answer = await send(
          api.POST('/api/v1/teams/{team_id}/labels/{label_id}/merge', { ...at, body }),
        );
        if (!answer.ok) return answer.error;
        toasts.show({ text: `Merged ${named(name)} into ${named(answer.data.name)}` });
      },
    });
  return (
    <Row
      mark={<LabelDot color={color} />}
      title={<Text>{name}</Text>}
      end={
        <>
          <Link to="/" search={{ team_id, label_id: [id], status: 'any' }}>
            {count(bug_count)}
          </Link>
          <Button
            ref={opener}
            kind="quiet"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            aria-label={`Edit ${named(name)}`}
          >
            Edit
          </Button>
          {all.length > 1 && (
            <Button kind="quiet" onClick={merge} aria-label={`Merge ${named(name)}`}>
              Merge…
            </Button>
          )}
          <Button kind="quietDanger" onClick={remove} aria-label={`Delete ${named(name)}`}>
            Delete…
          </Button>
        </>
      }
    >
      {isOpen && <LabelForm label="Save" given={label} save={save} onCancel={close} />}
    </Row>
  );
}
