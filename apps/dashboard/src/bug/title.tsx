import { reportFields } from '@skep/vocabulary';
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Action } from '../actions/action.ts';
import { useActions } from '../actions/registry.ts';
import { Icon } from '../components/icon.tsx';
import { Text } from '../components/text.tsx';
import { useStore } from '../store/react.ts';
import type { Bug, ChangeHandle } from '../store/types.ts';
import styles from './title.module.css';

/** Title with inline editing. */
export function BugTitle({ bug, heading: Heading }: { bug: Bug; heading: 'h1' | 'h2' }) {
  const store = useStore();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const sent = useRef<{ handle: ChangeHandle; title: string }>(undefined);
  const button = useRef<HTMLButtonElement>(null);

  const edit = useCallback(() => setDraft((typed) => typed ?? bug.title), [bug.title]);
  useActions(
    useMemo(
      (): Action[] => [
        { id: 'edit-title', title: 'Edit title', group: 'Bug', icon: 'pencil', keys: ['t'], run: edit },
      ],
      [edit],
    ),
  );

  // On failure, the text returns to the field.
  useEffect(
    () =>
      store.onOutcome((outcome) => {
        if (outcome.handle !== sent.current?.handle || outcome.type !== 'failed') return;
        setDraft((typed) => typed ?? sent.current?.title ?? '');
        setProblem(outcome.problem.status === 0 ? 'The service is unreachable.' : outcome.problem.detail);
      }),
    [store],
  );

  const close = () => {
    setDraft(null);
    setProblem('');
    // Moves the focus to where the field was, so that shortcuts keep working.
    setTimeout(() => button.current?.focus());
  };
  const save = (typed: string) => {
    const title = typed.trim();
    if (title === '') return setProblem('Enter a title.');
    close();
    if (title !== bug.title) sent.current = { handle: store.change({ ids: [bug.id] }, { title }), title };
  };
  if (draft !== null)
    return (
      <TitleField
        heading={Heading}
        value={draft}
        problem={problem}
        type={setDraft}
        save={save}
        cancel={close}
      />
    );
  return (
    <div className={styles.line}>
      <Heading className={styles.title}>
        <Text>{bug.title}</Text>
      </Heading>
      <button
        ref={button}
        type="button"
        className={styles.edit}
        aria-label="Edit title"
        title="Edit title (t)"
        aria-keyshortcuts="t"
        onClick={edit}
      >
        <Icon name="pencil" />
      </button>
    </div>
  );
}

interface FieldProps {
  /** Determines the size of the field. */
  heading: string;
  value: string;
  problem: string;
  type(text: string): void;
  save(text: string): void;
  cancel(): void;
}

function TitleField({ heading, value, problem, type, save, cancel }: FieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') save(value);
    else cancel();
  };
  return (
    <div className={styles.form} data-heading={heading}>
      <textarea
        ref={field}
        className={styles.field}
        rows={1}
        aria-label="Title"
        aria-describedby={hintId}
        aria-invalid={problem !== ''}
        maxLength={reportFields.title.maxLength}
        value={value}
        onChange={({ target }) => type(target.value.replace(/[\r\n]+/g, ' '))}
        onKeyDown={onKeyDown}
      />
      <p id={hintId} role={problem ? 'alert' : undefined} className={problem ? styles.problem : styles.hint}>
        {problem || 'Enter saves, Escape cancels.'}
      </p>
    </div>
  );
}
