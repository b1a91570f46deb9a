import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { Markdown } from '../text/markdown.tsx';
import styles from './composer.module.css';

interface Props {
  label: string;
  text: string;
  onChange(text: string): void;
  onSend(): void;
  onCancel?(): void;
  describedBy?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
  /** Stand in one row with the tabs. */
  children?: ReactNode;
}

/** The longest comment, in characters as the service counts them. */
export const longestComment = 10_000;

/** A field that grows with its text, with a preview of it; Ctrl-Enter or ⌘-Enter sends it. */
export function CommentField({ label, text, onChange, onSend, onCancel, describedBy, ref, children }: Props) {
  const id = useId();
  const [tab, setTab] = useState<Tab>('Write');
  const isBlank = !text.trim();
  if (isBlank && tab === 'Preview') setTab('Write');
  const left = longestComment - (text.length > longestComment / 2 ? [...text].length : text.length);
  const countId = `${id}count`;
  return (
    <>
      <textarea
        ref={ref}
        hidden={tab === 'Preview'}
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
      {tab === 'Preview' && (
        <div className={styles.preview} role="tabpanel" aria-labelledby={`${id}Preview`}>
          <Markdown>{text}</Markdown>
        </div>
      )}
      {(!isBlank || children) && (
        <div className={styles.bar}>
          {!isBlank && <Tabs id={id} chosen={tab} onChoose={setTab} />}
          {left < 500 && (
            <span id={countId} className={styles.count} data-over={left < 0}>
              {left < 0 ? `${(-left).toLocaleString('en')} too many` : `${left} left`}
            </span>
          )}
          {children}
        </div>
      )}
    </>
  );
}

const tabs = ['Write', 'Preview'] as const;
type Tab = (typeof tabs)[number];

function Tabs({ id, chosen, onChoose }: { id: string; chosen: Tab; onChoose(tab: Tab): void }) {
  const moveOn = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = chosen === 'Write' ? 'Preview' : 'Write';
    onChoose(other);
    document.getElementById(id + other)?.focus();
  };
  return (
    <div role="tablist" aria-label="Comment" className={styles.tabs}>
      {tabs.map((tab) => (
        <button
          key={tab}
          id={id + tab}
          type="button"
          role="tab"
          aria-selected={tab === chosen}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChoose(tab)}
          onKeyDown={moveOn}
        >
          {tab}
        </button>
      ))}
    </div>
  );
}
