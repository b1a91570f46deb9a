import { countOf } from '../../actions/action-context.ts';
import { visibleText } from '../../components/visible-text.ts';
import { severityNames, statusNames } from '../../components/words.ts';
import type { Change, Outcome, Target } from '../../store/types.ts';

/** "#4812" for one known bug, else the count. */
function bugs(target: Target, count: number): string {
  if ('ids' in target && target.ids.length === 1) return `#${target.ids[0]}`;
  return count === 1 ? '1 bug' : `${count.toLocaleString('en')} bugs`;
}

/** Toast after a change. */
export function doneWords(change: Change, target: Target, count: number): string {
  const what = bugs(target, count);
  if ('status' in change) {
    if (change.status === 'resolved') return `Resolved ${what}`;
    if (change.status === 'spam') return `Marked ${what} as spam`;
    return `Set ${what} to ${statusNames[change.status].toLowerCase()}`;
  }
  if ('severity' in change)
    return `Set severity of ${what} to ${severityNames[change.severity].toLowerCase()}`;
  if ('title' in change) return `Renamed ${what}`;
  if ('assignee' in change)
    return change.assignee
      ? `Assigned ${what} to ${visibleText(change.assignee.name)}`
      : `Unassigned ${what}`;
  if ('add_label' in change) return `Added label “${visibleText(change.add_label.name)}” to ${what}`;
  if ('remove_label' in change)
    return `Removed label “${visibleText(change.remove_label.name)}” from ${what}`;
  if ('delete' in change) return `Deleted ${what}`;
  return change.duplicate_of_id === null
    ? `${what} is no longer a duplicate`
    : `Marked ${what} as a duplicate of #${change.duplicate_of_id}`;
}

/** Title and button label of the confirmation dialog. */
export function questionWords(change: Change, target: Target): { question: string; verb: string } {
  const what = bugs(target, countOf(target));
  if ('delete' in change) return { question: `Delete ${what}?`, verb: `Delete ${what}` };
  if ('status' in change) {
    if (change.status === 'resolved') return { question: `Resolve ${what}?`, verb: 'Resolve' };
    if (change.status === 'spam') return { question: `Mark ${what} as spam?`, verb: 'Mark as spam' };
    return {
      question: `Set ${what} to ${statusNames[change.status].toLowerCase()}?`,
      verb: 'Set status',
    };
  }
  if ('severity' in change)
    return {
      question: `Set severity of ${what} to ${severityNames[change.severity].toLowerCase()}?`,
      verb: 'Set severity',
    };
  if ('assignee' in change)
    return {
      question: change.assignee
        ? `Assign ${what} to ${visibleText(change.assignee.name)}?`
        : `Unassign ${what}?`,
      verb: 'Assign',
    };
  if ('add_label' in change)
    return {
      question: `Add label “${visibleText(change.add_label.name)}” to ${what}?`,
      verb: 'Add label',
    };
  if ('remove_label' in change)
    return {
      question: `Remove label “${visibleText(change.remove_label.name)}” from ${what}?`,
      verb: 'Remove label',
    };
  return { question: `Change ${what}?`, verb: 'Change' };
}

export function undoneWords({
  change,
  target,
  affected,
  skipped,
}: Extract<Outcome, { type: 'undone' }>): string {
  const done = doneWords(change, target, affected + skipped);
  const what = done.charAt(0).toLowerCase() + done.slice(1);
  if (skipped === 0) return `Undone: ${what}`;
  const others = skipped === 1 ? 'One bug was' : `${skipped.toLocaleString('en')} bugs were`;
  return `${affected === 0 ? 'Not undone' : 'Undone'}: ${what}. ${others} changed by someone else since.`;
}

export function outdatedWords(total: number): string {
  return `Nothing was changed: the filter now matches ${total.toLocaleString('en')} bugs. Check the list and try again.`;
}

/** Toast after a failed change, which was rolled back. */
export function failedWords({ type, problem, target }: Extract<Outcome, { problem: unknown }>): string {
  const what = bugs(target, 2) === '2 bugs' ? 'the bugs' : bugs(target, 1);
  const tried = type === 'undo_failed' ? 'Could not undo' : `Could not change ${what}`;
  const why = problem.status === 0 ? 'the service is unreachable' : problem.detail;
  return `${tried}: ${why}`;
}
