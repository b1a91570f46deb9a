import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Action } from '../../actions/action.ts';
import { useActions } from '../../actions/registry.ts';
import { Button } from '../../components/button.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { useCommentChanges } from './changes.ts';
import styles from './composer.module.css';
import { drafts, newComment } from './drafts.ts';
import { CommentField } from './field.tsx';
import { send, takeBackAt, takeUp } from './sending.ts';

interface Props {
  bugId: number;
  userId: number;
}

/** Comment editor. The draft is stored in the browser until the server has accepted it. */
export function Composer({ bugId, userId }: Props) {
  const place = newComment(userId, bugId);
  const [text, setText] = useState(() => takeUp(place));
  const [problem, setProblem] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const newest = useRef(text);
  const field = useRef<{ write(): void }>(null);
  const problemId = useId();
  const { write } = useCommentChanges(bugId);
  useCommentAction(field);

  const change = useCallback(
    (next: string) => {
      newest.current = next;
      setText(next);
      drafts.write(place, next);
    },
    [place],
  );
  useEffect(
    () =>
      takeBackAt(place, (body, why) => {
        change([body, newest.current].filter(Boolean).join('\n\n'));
        setProblem(`Not sent: ${why}. Your text is still here.`);
      }),
    [place, change],
  );
  const sendIt = () => {
    if (!text.trim()) return;
    setProblem(undefined);
    setAnnouncement('');
    void send(bugId, place, text, async (body) => {
      await write(body);
      setAnnouncement('Comment sent');
    });
    change('');
  };

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        sendIt();
      }}
    >
      <CommentField
        ref={field}
        bugId={bugId}
        label="Comment"
        text={text}
        onChange={change}
        onSend={sendIt}
        describedBy={problem ? problemId : undefined}
      >
        {(isUploading) =>
          text.trim() && (
            <Button type="submit" kind="primary" className={styles.send} isBusy={isUploading}>
              Comment
            </Button>
          )
        }
      </CommentField>
      {!text && (
        <span className={styles.hint}>
          <Kbd keys="c" />
        </span>
      )}
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <p role="alert" id={problemId} className={styles.problem}>
        {problem}
      </p>
    </form>
  );
}

/** Registers the "Add comment" action and its shortcut. */
function useCommentAction(field: RefObject<{ write(): void } | null>): void {
  const actions = useMemo((): Action[] => {
    const run = () => field.current?.write();
    return [{ id: 'comment', title: 'Add comment', group: 'Bug', icon: 'comment', keys: ['c'], run }];
  }, [field]);
  useActions(actions);
}
