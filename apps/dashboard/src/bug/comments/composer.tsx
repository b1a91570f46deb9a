import { useId, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { isBeingSent, useCommentChanges } from './changes.ts';
import styles from './composer.module.css';
import { drafts, newComment } from './drafts.ts';
import { CommentField } from './field.tsx';

interface Props {
  bugId: number;
  userId: number;
}

/** Where a comment is written. What is typed is kept in the browser until the service has it. */
export function Composer({ bugId, userId }: Props) {
  const place = newComment(userId, bugId);
  const [text, setText] = useState(() => {
    const draft = drafts.read(place);
    return isBeingSent(bugId, draft) ? '' : draft;
  });
  const [problem, setProblem] = useState<string>();
  const newest = useRef(text);
  const form = useRef<HTMLFormElement>(null);
  const problemId = useId();
  const { write } = useCommentChanges(bugId);

  const change = (next: string) => {
    newest.current = next;
    setText(next);
    drafts.write(place, next);
  };
  const send = async () => {
    const body = text;
    if (!body.trim()) return;
    setProblem(undefined);
    newest.current = '';
    setText('');
    try {
      await write(body);
      // Meanwhile the draft has kept what was sent, for a reload; now it is only what was typed since.
      drafts.write(place, newest.current);
    } catch (cause) {
      change([body, newest.current].filter(Boolean).join('\n\n'));
      setProblem(`Not sent: ${(cause as Error).message}. Your text is still here.`);
    }
  };

  return (
    <form
      ref={form}
      className={styles.composer}
      data-comment-form=""
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <CommentField
        label="Comment"
        text={text}
        onChange={change}
        onSend={send}
        describedBy={problem ? problemId : undefined}
      />
      {!text && (
        <span className={styles.hint}>
          <Kbd keys="c" />
        </span>
      )}
      {text.trim() && (
        <Button type="submit" kind="primary" className={styles.send}>
          Comment
        </Button>
      )}
      <p role="alert" id={problemId} className={styles.problem}>
        {problem}
      </p>
    </form>
  );
}
