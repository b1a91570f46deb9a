import type { SkepCapture, SkepEvents, SkepLanguage, SkepOptions, SkepUser } from './api.d.ts';

/**
 * What the loader hands to the parts that come later. They are loaded on their own, so they import nothing from the loader,
 * and a page that stays open over an update may combine an older loader with newer parts: this may grow, but not change.
 */
export interface Core {
  readonly settings: Settings;
  readonly language: SkepLanguage;
  readonly user: SkepUser;
  readonly context: Record<string, unknown>;
  readonly captured: Captured;
  /** Elements whose `type` has changed, such as a password that is shown. Older loaders do not have it. */
  readonly retyped?: WeakSet<Node>;
  readonly root: ShadowRoot;
  readonly version: string;
  /** The browser's own, which does not note what it does. */
  readonly fetch: typeof fetch;
  part<Name extends keyof Parts>(name: Name): Promise<Parts[Name]>;
  emit<Name extends keyof SkepEvents>(event: Name, detail?: SkepEvents[Name]): void;
  captures(what: SkepCapture): boolean;
}

export type Settings = SkepOptions & { baseUrl: string };

/** What is loaded when it is needed. */
export interface Parts extends Record<SkepLanguage, typeof import('./languages/en.ts')> {
  form: typeof import('./form/form.ts');
  sender: typeof import('./sender/sender.ts');
  picture: typeof import('./picture/picture.ts');
  render: typeof import('./render/render.ts');
  snapshot: typeof import('./snapshot/snapshot.ts');
}

export interface Captured {
  console: { at: string; level: string; text: string }[];
  requests: { at: string; method: string; status: number; url: string }[];
  errors: { at: string; text: string }[];
  clicks: { at: string; selector: string }[];
}
