import type { Severity, Status } from '@skep/vocabulary';
import type { Activity } from './merge.ts';

/** Parts of a sentence about an activity. Bold parts are untrusted text. */
export type Words = (string | { strong: string } | { bug: number })[];

/** Predicate of the sentence, after the name of the user. */
export function wordsFor({ kind, changes }: Activity): Words {
  const change = (changes ?? {}) as Changes;
  switch (kind) {
    case 'created':
      return ['reported this'];
    case 'status_changed':
      return ['set status to ', { strong: spaced(change.status?.to) }];
    case 'severity_changed':
      return ['set severity to ', { strong: spaced(change.severity?.to) }];
    case 'title_changed':
      return ['changed the title to ', { strong: change.title?.to ?? '' }];
    case 'assigned':
      return change.assignee?.to
        ? ['assigned it to ', { strong: change.assignee.to.name }]
        : ['unassigned it'];
    case 'label_added':
      return ['added the label ', { strong: change.label?.name ?? '' }];
    case 'label_removed':
      return ['removed the label ', { strong: change.label?.name ?? '' }];
    case 'marked_duplicate':
      return ['marked it as a duplicate of ', bugOrSome(change.duplicate_of_id?.to)];
    case 'unmarked_duplicate':
      return ['unmarked it as a duplicate of ', bugOrSome(change.duplicate_of_id?.from)];
    case 'attachment_added':
      return ['attached ', { strong: change.attachment?.filename ?? 'a screenshot' }];
    case 'comment_deleted':
      return ['deleted a comment'];
    default:
      return [spaced(kind)];
  }
}

interface Changes {
  status?: { to: Status };
  severity?: { to: Severity };
  title?: { to: string };
  assignee?: { to: { id: number; name: string } | null };
  label?: { id: number; name: string };
  duplicate_of_id?: { from: number | null; to: number | null };
  attachment?: { id: number; filename: string };
}

const spaced = (word: string | undefined): string =>
  word?.replaceAll('_', ' ').replace('wont', "won't") ?? '';

const bugOrSome = (id: number | null | undefined) => (id ? { bug: id } : 'another bug');
