import styles from './switcher.module.css';

interface Props<Value extends string> {
  label: string;
  choices: { value: Value; name: string }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
}

/** Segmented control. */
export const Switcher = <Value extends string>({ label, choices, value, onChange }: Props<Value>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form, and this switches views
  <div className={styles.switcher} role="group" aria-label={label}>
    {choices.map((choice) => (
      <button
        key={choice.value}
        type="button"
        aria-pressed={choice.value === value}
        onClick={() => onChange(choice.value)}
      >
        {choice.name}
      </button>
    ))}
  </div>
);
