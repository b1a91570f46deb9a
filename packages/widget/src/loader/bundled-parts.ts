import type { Parts } from '../core.ts';

const parts: { [Name in keyof Parts]: () => Promise<Parts[Name]> } = {
  form: () => import('../form/form.ts'),
  sender: () => import('../sender/sender.ts'),
  picture: () => import('../picture/picture.ts'),
  render: () => import('../render/render.ts'),
  snapshot: () => import('../snapshot/snapshot.ts'),
  en: () => import('../languages/en.ts'),
  de: () => import('../languages/de.ts'),
  fr: () => import('../languages/fr.ts'),
  es: () => import('../languages/es.ts'),
  pt: () => import('../languages/pt.ts'),
  ja: () => import('../languages/ja.ts'),
  zh: () => import('../languages/zh.ts'),
  ar: () => import('../languages/ar.ts'),
};

export const importPart = (_partsUrl: string, name: keyof Parts): Promise<any> => parts[name]();
