import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import type { Draft } from './use-draft.ts';

/** Says that somebody else has saved what is being typed over, so that nobody’s work is replaced unseen. */
export function Overtaken({ drafts }: { drafts: Draft[] }) {
  const overtaken = drafts.filter(({ isOvertaken }) => isOvertaken);
  if (overtaken.length === 0) return null;
  return (
    <Notice kind="plain">
      <p>Somebody else has saved this meanwhile. Saving now replaces what they wrote.</p>
      <Button onClick={() => overtaken.forEach(({ drop }) => void drop())}>Show theirs instead</Button>
    </Notice>
  );
}
