import { stored } from './stored.ts';

/** Light, dark or system. */
export const theme = stored('skep.theme', ['automatic', 'light', 'dark']);

/** Applies the theme, including changes made in another tab. */
export function followTheme(): void {
  const apply = () => {
    const chosen = theme.get();
    if (chosen === 'automatic') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
  };
  apply();
  theme.subscribe(apply);
}
