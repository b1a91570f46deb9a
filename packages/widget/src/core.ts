import type { SkepCapture, SkepEvents, SkepLanguage, SkepOptions, SkepUser } from './api.d.ts';

/**
 * The interface between the loader and the parts that are loaded later. A page that stays open during an update may combine an
 * older loader with newer parts, so fields may be added but never changed.
 */
export interface Core {
  readonly settings: Settings;
  readonly language: SkepLanguage;
  readonly user: SkepUser;
  readonly context: Record<string, unknown>;
  readonly captured: Captured;
  /** Elements whose `type` has changed, such as a revealed password. Missing in older loaders. */
  readonly retyped?: WeakSet<Node>;
  readonly root: ShadowRoot;
  readonly version: string;
  /** The original `fetch`, which is not captured. */
  readonly fetch: typeof fetch;
  part<Name extends keyof Parts>(name: Name): Promise<Parts[Name]>;
  emit<Name extends keyof SkepEvents>(event: Name, detail?: SkepEvents[Name]): void;
  captures(what: SkepCapture): boolean;
}

export type Settings = SkepOptions & { baseUrl: string };

/** Loaded on demand. */
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
