import type { Problem } from '@skep/client';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { unsaved } from '../unsaved.ts';
import { Button } from './button.tsx';
import styles from './form.module.css';
import { Notice } from './notice.tsx';
import { describeProblem } from './problem.ts';

type Fields = Partial<Record<string, string>>;

interface Props {
  /** Client-side validation. It runs first, so that mistakes do not count against rate limits. */
  check?: (values: Record<string, string>) => Fields;
  /** Submits the values and returns the problem, if any. */
  send: (values: Record<string, string>) => Promise<Problem<unknown> | undefined>;
  label: string;
  children: (fields: Fields) => ReactNode;
  /** One of several forms on a page: has a small button. */
  isPart?: boolean;
  /** Clears the form after a successful submit. */
  isCleared?: boolean;
  /** Nothing has changed, so there is nothing to submit. */
  isIdle?: boolean;
  /** Overrides the detection of unsaved changes. */
  isUnsaved?: boolean;
  /** Style of the submit button. */
  kind?: 'primary' | 'plain' | 'danger';
  /** Content beside the button. */
  beside?: ReactNode;
}

/** A form with one submit in flight. Errors show at their field, and the first one takes the focus. */
export function Form({
  check,
  send,
  label,
  children,
  isPart = false,
  isCleared,
  isIdle,
  isUnsaved,
  kind = 'primary',
  beside,
}: Props) {
  const [isBusy, setBusy] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const [fields, setFields] = useState<Fields>({});
  const [problem, setProblem] = useState<string>();

  const wouldLose = isUnsaved ?? (isIdle === undefined ? isTyped : !isIdle);
  useEffect(() => (wouldLose ? unsaved.note() : undefined), [wouldLose]);

  const show = (form: HTMLFormElement, wrong: Fields, sentence?: string) => {
    setFields(wrong);
    setProblem(sentence);
    const first = [...form.elements].find((element) => wrong[(element as HTMLInputElement).name]);
    (first as HTMLElement | undefined)?.focus();
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy || isIdle) return;
    const values = Object.fromEntries(new FormData(form)) as Record<string, string>;
    const mistakes = check?.(values) ?? {};
    if (Object.keys(mistakes).length > 0) return show(form, mistakes);
    setBusy(true);
    show(form, {});
    const refusal = await send(values);
    setBusy(false);
    if (!refusal) {
      setTyped(false);
      if (isCleared) form.reset();
      return;
    }
    const known = [...form.elements].map((element) => (element as HTMLInputElement).name);
    const { byField, sentence } = describeProblem(refusal, known);
    show(form, byField, sentence);
  };

  const button = (
    <Button
      type="submit"
      kind={isIdle ? 'plain' : kind}
      isLarge={!isPart}
      isBusy={isBusy}
      aria-disabled={isIdle}
    >
      {label}
    </Button>
  );
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={submit}
      onInput={({ currentTarget }) => setTyped([...currentTarget.elements].some(isOther))}
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      {children(fields)}
      {isPart ? (
        <div className={styles.foot}>
          {button}
          {beside}
        </div>
      ) : (
        button
      )}
    </form>
  );
}

/** Whether an uncontrolled field differs from its default value. */
function isOther(field: Element): boolean {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type))
    return field.checked !== field.defaultChecked;
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  // A password filled in by the browser is not an edit.
  return isText && field.autocomplete !== 'current-password' && field.value !== field.defaultValue;
}
