import type { ActivityKind } from '@skep/vocabulary';
import { expect, it } from 'vitest';
import { foldRuns, wordsForRun } from './fold.ts';
import type { Activity, Entry } from './merge.ts';

const ada = { id: 1, name: 'Ada' };
const grace = { id: 2, name: 'Grace' };

function happened(kind: ActivityKind, minute: number, more: Partial<Activity> = {}): Activity {
  const created_at = new Date(Date.UTC(2026, 10, 18, 9, minute)).toISOString();
  return { id: minute, bug_id: 1, kind, actor: ada, via: 'dashboard', changes: null, created_at, ...more };
}

const entry = (activity: Activity): Entry => ({
  kind: 'activity',
  key: `a${activity.id}`,
  at: activity.created_at,
  activity,
});

const folded = (...activities: Activity[]) =>
  foldRuns(activities.map(entry)).map((line) => (line.kind === 'run' ? line.activities.length : 1));

it('folds what one person did within a few minutes', () => {
  expect(folded(happened('label_added', 1), happened('label_added', 2), happened('assigned', 11))).toEqual([
    3,
  ]);
});

it.each<[string, Activity, Activity]>([
  ['by two people', happened('assigned', 1), happened('assigned', 2, { actor: grace })],
  [
    'by one in person and through an assistant',
    happened('assigned', 1),
    happened('assigned', 2, { via: 'mcp' }),
  ],
  ['long after each other', happened('assigned', 1), happened('assigned', 30)],
  [
    'by people who have left',
    happened('assigned', 1, { actor: null }),
    happened('assigned', 2, { actor: null }),
  ],
  ['as the report and its screenshot', happened('created', 1), happened('attachment_added', 1)],
])('does not fold what was done %s', (_what, before, after) => {
  expect(folded(before, after)).toEqual([1, 1]);
});

it('does not fold over a comment, and keeps the key of a run that grows', () => {
  const [first, second, third] = [1, 2, 3].map((minute) => entry(happened('assigned', minute)));
  const comment = { kind: 'comment', key: 'c1', at: '', comment: {} } as Entry;
  const kinds = foldRuns([first, comment, second] as Entry[]).map(({ kind }) => kind);
  expect(kinds).toEqual(['activity', 'comment', 'activity']);
  const [short] = foldRuns([first, second] as Entry[]);
  const [long] = foldRuns([first, second, third] as Entry[]);
  expect(long?.key).toBe(short?.key);
});

const said = (...activities: Activity[]) =>
  wordsForRun(activities)
    .map((word) => (typeof word === 'string' ? word : 'strong' in word ? word.strong : `#${word.bug}`))
    .join('');

it('says a run in one sentence', () => {
  const labels = [1, 2, 3].map((minute) => happened('label_added', minute));
  const [status, severity, assignee] = [
    happened('status_changed', 4, { changes: { status: { to: 'in_progress' } } }),
    happened('severity_changed', 5),
    happened('assigned', 6),
  ] as [Activity, Activity, Activity];
  expect(said(...labels)).toBe('added 3 labels');
  expect(said(status, severity, assignee)).toBe('changed status, severity and assignee');
  expect(said(...labels, status)).toBe('added 3 labels and set status to in progress');
  expect(said(status, { ...status, id: 7 })).toBe('changed status 2 times');
  expect(
    said(...labels, happened('label_removed', 7, { changes: { label: { name: 'ui' } } }), status, severity),
  ).toBe('added 3 labels, removed the label ui and changed status and severity');
  expect(said(happened('comment_deleted', 1), happened('comment_deleted', 2))).toBe('deleted 2 comments');
});
