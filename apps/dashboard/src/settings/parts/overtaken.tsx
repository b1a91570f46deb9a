import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import type { Draft } from './use-draft.ts';

/** Warns that a field being edited was changed by someone else. */
export function Overtaken({ drafts }: { drafts: Draft[] }) {
  const overtaken = drafts.filter(({ isOvertaken }) => isOvertaken);
  if (overtaken.length === 0) return null;
  return (
    <Notice kind="plain">
      <p>Someone else saved changes to this. Saving now overwrites them.</p>
      <Button onClick={() => overtaken.forEach(({ drop }) => void drop())}>Discard my changes</Button>
    </Notice>
  );
}
