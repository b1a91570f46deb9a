import { type Ref, useId } from 'react';
import styles from './composer.module.css';

interface Props {
  label: string;
  text: string;
  onChange(text: string): void;
  onSend(): void;
  onCancel?(): void;
  describedBy?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** The longest comment, in characters as the service counts them. */
export const longestComment = 10_000;

/** A field that grows with its text; Ctrl-Enter or ⌘-Enter sends it. */
export function CommentField({ label, text, onChange, onSend, onCancel, describedBy, ref }: Props) {
  const countId = useId();
  const left = longestComment - (text.length > longestComment / 2 ? [...text].length : text.length);
  return (
    <>
      <textarea
        ref={ref}
        className={styles.field}
        rows={1}
        aria-label={label}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        aria-describedby={
          [describedBy, left < 500 ? countId : undefined].filter(Boolean).join(' ') || undefined
        }
        aria-invalid={left < 0}
        placeholder={label}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            if (left >= 0) onSend();
          } else if (event.key === 'Escape') {
            // Leaves the field and nothing else.
            event.preventDefault();
            event.stopPropagation();
            if (onCancel) onCancel();
            else event.currentTarget.blur();
          }
        }}
      />
      {left < 500 && (
        <span id={countId} className={styles.count} data-over={left < 0}>
          {left < 0 ? `${(-left).toLocaleString('en')} too many` : `${left} left`}
        </span>
      )}
    </>
  );
}
