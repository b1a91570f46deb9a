import { useLayoutEffect, useRef, useState } from 'react';
import { exactly } from '../../components/age.ts';
import { Button } from '../../components/button.tsx';
import { Text } from '../../components/text.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { toasts } from '../../components/toasts.ts';
import small from '../small-button.module.css';
import { Markdown } from '../text/markdown.tsx';
import { Mcp } from '../timeline/mcp.tsx';
import type { Comment as CommentData } from '../timeline/merge.ts';
import { useCommentChanges } from './changes.ts';
import styles from './comment.module.css';
import { drafts, editedComment } from './drafts.ts';
import { CommentField } from './field.tsx';

interface Props {
  comment: CommentData;
  userId: number;
}

/** A comment. Its author can edit and delete it. */
export function Comment({ comment, userId }: Props) {
  const isOwn = comment.author?.id === userId;
  const place = editedComment(userId, comment.id);
  const [mode, setMode] = useState<'read' | 'edit' | 'delete'>(() =>
    isOwn && drafts.read(place) ? 'edit' : 'read',
  );
  const { remove } = useCommentChanges(comment.bug_id);
  const read = () => setMode('read');

  return (
    <div className={styles.comment}>
      <header className={styles.header}>
        <b>
          <Text>{comment.author?.name ?? 'Former member'}</Text>
        </b>
        {comment.via === 'mcp' && <Mcp />}
        <TimeAgo at={comment.created_at} />
        {comment.edited_at && <span title={exactly(comment.edited_at)}>edited</span>}
        {isOwn && mode === 'read' && (
          <span className={styles.own}>
            <button type="button" className={small.small} onClick={() => setMode('edit')}>
              Edit
            </button>
            <button type="button" className={small.small} onClick={() => setMode('delete')}>
              Delete
            </button>
          </span>
        )}
      </header>
      {mode === 'edit' ? (
        <Editor comment={comment} place={place} onDone={read} />
      ) : (
        <Markdown images={comment.images}>{comment.body}</Markdown>
      )}
      {mode === 'delete' && (
        <div className={styles.question}>
          <span>Delete this comment? This cannot be undone.</span>
          <Button onClick={read} autoFocus>
            Cancel
          </Button>
          <Button
            kind="danger"
            onClick={() =>
              void remove(comment.id).catch((cause: Error) => {
                read();
                toasts.show({
                  text: `Could not delete the comment on #${comment.bug_id}: ${cause.message}`,
                  isProblem: true,
                });
              })
            }
          >
            Delete
          </Button>
        </div>
      )}
    </div>
  );
}

function Editor({ comment, place, onDone }: { comment: CommentData; place: string; onDone(): void }) {
  const [text, setText] = useState(() => drafts.read(place) || comment.body);
  const { edit } = useCommentChanges(comment.bug_id);
  const cancel = () => {
    drafts.write(place, '');
    onDone();
  };
  const save = () => {
    if (!text.trim()) return;
    onDone();
    if (text === comment.body) return drafts.write(place, '');
    edit(comment.id, text).then(
      () => drafts.write(place, ''),
      // The draft is kept for the next attempt.
      (cause: Error) =>
        toasts.show({
          text: `Could not save the comment on #${comment.bug_id}: ${cause.message}`,
          isProblem: true,
        }),
    );
  };
  const editor = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the text grows, to keep Save in view
  useLayoutEffect(() => {
    editor.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <div className={styles.editor} ref={editor}>
      <CommentField
        bugId={comment.bug_id}
        autoFocus
        label="Edit comment"
        text={text}
        onChange={(next) => {
          setText(next);
          drafts.write(place, next === comment.body ? '' : next);
        }}
        onSend={save}
        onCancel={cancel}
      >
        {(isUploading) => (
          <span className={styles.answers}>
            <Button onClick={cancel}>Cancel</Button>
            <Button kind="primary" onClick={save} disabled={!text.trim()} isBusy={isUploading}>
              Save
            </Button>
          </span>
        )}
      </CommentField>
    </div>
  );
}
