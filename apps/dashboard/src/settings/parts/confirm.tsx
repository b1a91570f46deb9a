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
  /** What happens, and what does not come back. */
  children: ReactNode;
  /** What the button says. */
  label: string;
  /** Has to be typed first, where much is at stake. */
  typed?: { label: string; text: string };
  /** A field more by the name of `field`, such as the password; `act` is given its value. */
  field?: ReactNode;
  /** What is wrong with that value, in a sentence, before anything is done. */
  check?: (field: string) => string | undefined;
  act: (field: string) => Promise<Problem<unknown> | undefined>;
  isDanger?: boolean;
}

/** Asks before something is done that cannot be taken back. */
export const ask = (question: Question) => overlay.open(<Confirm {...question} />);

/** Whatever cannot be seen need not be typed. */
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
