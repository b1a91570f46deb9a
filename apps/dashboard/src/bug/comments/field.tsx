import { referencedImageIds } from '@skep/vocabulary';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Markdown } from '../text/markdown.tsx';
import { Attached, ImageButton } from './attached.tsx';
import styles from './composer.module.css';
import { markdownOf, useNamedImages } from './images.ts';
import { useUploads } from './use-uploads.ts';

interface Props {
  /** `write` focuses the field and leaves the preview if it is open. */
  ref?: Ref<{ write(): void }>;
  bugId: number;
  label: string;
  text: string;
  onChange(text: string): void;
  onSend(): void;
  onCancel?(): void;
  describedBy?: string | undefined;
  autoFocus?: boolean;
  /** Content beside the tabs. Submitting must be disabled during uploads. */
  children(isUploading: boolean): ReactNode;
}

/** Maximum comment length in characters, counted as the server does. */
export const longestComment = 10_000;

/** A text field that grows with its content, with image upload and preview. Ctrl-Enter or ⌘-Enter submits. */
export function CommentField({
  ref,
  bugId,
  label,
  text,
  onChange,
  onSend,
  describedBy,
  children,
  ...rest
}: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [tab, setTab] = useState<Tab>('Write');
  useImperativeHandle(ref, () => ({
    write() {
      // A hidden field cannot be focused.
      flushSync(() => setTab('Write'));
      field.current?.focus();
    },
  }));
  const isBlank = !text.trim();
  if (isBlank && tab === 'Preview') setTab('Write');
  const left = longestComment - (text.length > longestComment / 2 ? [...text].length : text.length);
  const countId = `${id}count`;
  const images = useNamedImages(bugId, text);
  const { uploads, add, remove, isUploading } = useUploads(
    bugId,
    referencedImageIds(text).length,
    (name, image) => insertLine(field, markdownOf(name, image)),
  );
  return (
    <>
      <TextArea
        {...rest}
        ref={field}
        hidden={tab === 'Preview'}
        aria-label={label}
        placeholder={label}
        aria-describedby={
          [describedBy, left < 500 ? countId : undefined].filter(Boolean).join(' ') || undefined
        }
        aria-invalid={left < 0}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onSend={() => {
          if (left >= 0 && !isUploading) onSend();
        }}
        onFiles={add}
      />
      {tab === 'Preview' && (
        <div className={styles.preview} role="tabpanel" aria-labelledby={`${id}Preview`}>
          <Markdown images={images}>{text}</Markdown>
        </div>
      )}
      <Attached text={text} onChange={onChange} images={images} uploads={uploads} onStop={remove} />
      <div className={styles.bar} data-alone={isBlank}>
        {!isBlank && <Tabs id={id} chosen={tab} onChoose={setTab} />}
        <ImageButton onChoose={add} />
        {left < 500 && (
          <span id={countId} className={styles.count} data-over={left < 0}>
            {left < 0 ? `${(-left).toLocaleString('en')} too many` : `${left} left`}
          </span>
        )}
        {children(isUploading)}
      </div>
    </>
  );
}

/** Inserts a line at the cursor. The input event makes React see the change. */
function insertLine({ current: field }: RefObject<HTMLTextAreaElement | null>, line: string): void {
  if (!field) return;
  const at = field.selectionEnd;
  const before = at > 0 && field.value[at - 1] !== '\n' ? '\n' : '';
  const after = field.value[at] === '\n' ? '' : '\n';
  field.setRangeText(before + line + after, at, at, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  onSend(): void;
  onCancel?(): void;
  onFiles(files: File[]): void;
}

function TextArea({ onSend, onCancel, onFiles, ...rest }: TextAreaProps) {
  const sendOrLeave = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
    } else if (event.key === 'Escape') {
      // Escape must not close the bug as well.
      event.preventDefault();
      event.stopPropagation();
      if (onCancel) onCancel();
      else event.currentTarget.blur();
    }
  };
  return (
    <textarea
      className={styles.field}
      rows={1}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      onKeyDown={sendOrLeave}
      onPaste={(event) => {
        const { files } = event.clipboardData;
        // Office programs add a picture of copied text.
        if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
        event.preventDefault();
        onFiles([...files]);
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      }}
      onDrop={(event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      }}
      {...rest}
    />
  );
}

const tabs = ['Write', 'Preview'] as const;
type Tab = (typeof tabs)[number];

function Tabs({ id, chosen, onChoose }: { id: string; chosen: Tab; onChoose(tab: Tab): void }) {
  const moveOn = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onChoose(chosen === 'Write' ? 'Preview' : 'Write');
    const { nextElementSibling, previousElementSibling } = event.currentTarget;
    ((nextElementSibling ?? previousElementSibling) as HTMLElement).focus();
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
