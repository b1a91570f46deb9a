import { useSyncExternalStore } from 'react';
import { singleKeys } from '../../actions/keys.ts';
import { theme } from '../../actions/theme.ts';
import { Check, Choices } from '../parts/fields.tsx';
import { Section } from '../parts/section.tsx';

const themes = { automatic: 'System', light: 'Light', dark: 'Dark' } as const;

/** Preferences stored in this browser only. */
export function Browser() {
  const current = useSyncExternalStore(theme.subscribe, theme.get);
  const keys = useSyncExternalStore(singleKeys.subscribe, singleKeys.get);
  return (
    <Section title="This browser" about="Stored in this browser only.">
      <Choices legend="Theme">
        {Object.entries(themes).map(([value, label]) => (
          <Check
            key={value}
            type="radio"
            name="theme"
            checked={value === current}
            onChange={() => theme.set(value as keyof typeof themes)}
          >
            {label}
          </Check>
        ))}
      </Choices>
      <Choices legend="Keyboard">
        <Check
          checked={keys === 'on'}
          onChange={({ target }) => singleKeys.set(target.checked ? 'on' : 'off')}
          hint="When off, use menus and the command palette."
        >
          Single-key shortcuts
        </Check>
      </Choices>
    </Section>
  );
}
