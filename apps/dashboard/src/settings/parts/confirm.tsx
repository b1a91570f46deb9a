import type { Problem } from '@skep/client';
import { type ReactNode, useId, useState } from 'react';
import { overlay } from '../../actions/overlay.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { describeProblem } from '../../components/problem.ts';
import { TextField } from '../../components/text-field.tsx';
import { visibleText } from '../../components/visible-text.ts';
import styles from './confirm.module.css';

interface Question {
  title: string;
  /** Consequences of the action. */
  children: ReactNode;
  /** Label of the confirm button. */
  label: string;
  /** Text the user must type to enable the button. */
  typed?: { label: string; text: string };
  /** Extra input named `field`, such as a password. Its value is passed to `act`. */
  field?: ReactNode;
  /** Validates the value before `act` runs and returns an error message. */
  check?: (field: string) => string | undefined;
  act: (field: string) => Promise<Problem<unknown> | undefined>;
  isDanger?: boolean;
}

/** Opens a confirmation dialog. */
export const ask = (question: Question) => overlay.open(<Confirm {...question} />);

/** Strips invisible characters, which users cannot type. */
const plain = (text: string) => visibleText(text).replace(/\s+/g, ' ').trim();

function Confirm({ title, children, label, typed, field, check, act, isDanger = true }: Question) {
  const form = useId();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isReady = !typed || plain(text) === plain(typed.text);

  const submit = async (values: FormData) => {
    if (isBusy || !isReady) return;
    const value = String(values.get('field') ?? '');
    const mistake = check?.(value);
    setProblem(mistake);
    if (mistake) return;
    setBusy(true);
    const refusal = await act(value);
    if (!refusal) return overlay.close();
    setProblem(describeProblem(refusal, []).sentence ?? refusal.detail);
    setBusy(false);
  };

  return (
    <Dialog
      title={title}
      onClose={overlay.close}
      actions={
        <>
          <Button onClick={overlay.close} autoFocus={!typed && !field}>
            Cancel
          </Button>
          <Button
            kind={isDanger ? 'destroy' : 'primary'}
            type="submit"
            form={form}
            isBusy={isBusy}
            disabled={!isReady}
          >
            {label}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        <div className={styles.words}>{children}</div>
        {problem && <Notice kind="problem">{problem}</Notice>}
        {typed && (
          <TextField
            label={typed.label}
            name="typed"
            description={<bdi className={styles.text}>{plain(typed.text)}</bdi>}
            value={text}
            onChange={({ target }) => setText(target.value)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
          />
        )}
        {field}
      </form>
    </Dialog>
  );
}
