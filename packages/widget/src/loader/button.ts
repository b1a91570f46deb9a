import type { SkepLanguage } from '../api.d.ts';
import type { Settings } from '../core.ts';

/** The text of the button. */
export const labels: Record<SkepLanguage, string> = {
  en: 'Report a bug',
  de: 'Fehler melden',
  fr: 'Signaler un bug',
  es: 'Informar de un error',
  pt: 'Relatar um erro',
  ja: 'バグを報告',
  zh: '报告问题',
  ar: 'الإبلاغ عن خطأ',
};

export interface Button {
  root: ShadowRoot;
  /** Says that the form is being loaded, or that it could not be. */
  show(state?: ' …' | '⚠'): void;
}

export function createButton(
  { theme, position, label, button: isWanted }: Settings,
  language: SkepLanguage,
  open: () => void,
  prepare: () => void,
): Button {
  const root = document
    .createElement('skep-widget')
    .attachShadow({ __proto__: null, mode: 'open' } as unknown as ShadowRootInit);
  const sheet = new CSSStyleSheet();
  // The rules of the host element are important ones, which no rule of the page can outdo. The icon is a shape, because a
  // policy of the page may forbid images.
  sheet.replaceSync(
    `:host{all:initial!important;position:fixed!important;z-index:2147483647!important;color-scheme:${theme === 'dark' || theme === 'light' ? theme : 'light dark'}!important}` +
      '@media print{:host{display:none!important}}' +
      `:host>button{position:fixed;${position?.includes('top') ? 'top' : 'bottom'}:20px;${position?.includes('left') ? 'left' : 'right'}:20px;display:flex;gap:8px;align-items:center;` +
      'padding:12px 16px;border:0;border-radius:99px;font:600 14px/20px var(--skep-font,system-ui);' +
      'color:var(--skep-accent-text,light-dark(#fff,#1c1917));background:var(--skep-accent,light-dark(#b45309,#f59e0b));' +
      'box-shadow:0 2px 10px #0004;cursor:pointer}' +
      ':host>button:before{content:"";padding:8px;background:currentColor;clip-path:path("M2 1h12v10H8l-4 4v-4H2z")}',
  );
  root.adoptedStyleSheets = [sheet];

  const text = label || labels[language];
  const button = document.createElement('button');
  button.lang = language;
  button.onclick = open;
  button.onpointerenter = button.onfocus = prepare;
  const show: Button['show'] = (state) => {
    button.textContent = state === '⚠' ? `⚠ ${text} ↻` : text + (state || '');
  };
  show();
  if (!isOff(isWanted)) root.append(button);
  document.documentElement.append(root.host);
  return { root, show };
}

export const isOff = (value: unknown) => value === false || value === 'off';
