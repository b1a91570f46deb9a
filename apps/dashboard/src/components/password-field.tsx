import { type ComponentProps, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './password-field.module.css';
import { TextField } from './text-field.tsx';

/** A password field with a button that reveals the text. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'inside'>) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      inside={
        <button
          type="button"
          className={styles.show}
          aria-label="Show password"
          aria-pressed={isShown}
          title={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </button>
      }
    />
  );
}
