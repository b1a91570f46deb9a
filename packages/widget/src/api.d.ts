/** The API of the widget. This file is also the package's type declaration, so it has no imports. */
export interface SkepApi {
  /** Starts the widget. A second call replaces all options of the first. */
  init(options: SkepOptions): void;
  /** Opens the form with these values. Also works from inside a modal dialog. */
  open(values?: SkepPrefill): Promise<void>;
  close(): void;
  /** Sends a report without the form. Never rejects; the result contains the outcome. */
  report(report: SkepReport): Promise<SkepResult>;
  /** Sets the current user. `null` clears it. */
  setUser(user: SkepUser | null): void;
  /** Adds data to `extra.context` of every report. Calls are merged; `null` clears it. */
  setContext(context: Record<string, unknown> | null): void;
  /** Adds an event listener. Returns a function that removes it. */
  on<Name extends keyof SkepEvents>(event: Name, listener: (detail: SkepEvents[Name]) => void): () => void;
  /** Removes the widget from the page and restores all patched functions. */
  destroy(): void;
  readonly version: string;
}

export type SkepSeverity = 'low' | 'medium' | 'high' | 'critical';
export type SkepLanguage = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ar';
/** Data captured automatically. The page and the reporter can turn off each kind. */
export type SkepCapture = 'page' | 'console' | 'requests' | 'errors' | 'clicks';

export interface SkepOptions {
  /** The project's API key, `sk_…`. Safe to publish. */
  key: string;
  /** URL of the Skep server. The script tag derives it from its own URL. */
  baseUrl?: string;
  environment?: string;
  appVersion?: string;
  /** Defaults to the language of the page, then of the browser. */
  language?: SkepLanguage;
  theme?: 'light' | 'dark' | 'auto';
  position?: 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';
  /** `false` or `"off"` hides the button. */
  button?: boolean | 'on' | 'off';
  /** Button text. */
  label?: string;
  /** CSS selector of elements that open the form on click. */
  trigger?: string;
  /** `false` or `"off"` captures nothing; a list captures only these kinds. */
  capture?: boolean | 'on' | 'off' | SkepCapture[];
  /** `false` or `"off"` disables screenshots. */
  screenshot?: boolean | 'on' | 'off';
  /** CSS selector of elements to mask in screenshots of the page. */
  mask?: string;
  /** `true`, or the attribute `data-mask-inputs`, masks all inputs in screenshots of the page. */
  maskInputs?: boolean | 'on' | 'off' | '';
  /** Fields of the form and their initial values. */
  fields?: SkepFields;
  user?: SkepUser | null;
  context?: Record<string, unknown> | null;
  /** Called with every report before it is saved or sent. Return a changed report, or `null` or `false` to drop it. */
  beforeSend?(report: SkepPayload): SkepPayload | null | false | Promise<SkepPayload | null | false>;
}

export interface SkepFields {
  title?: SkepField<string>;
  description?: SkepField<string>;
  severity?: SkepField<SkepSeverity>;
  email?: SkepField<string>;
  /** Custom fields, sent in `extra`. */
  more?: SkepExtraField[];
}

export interface SkepField<Value> {
  hidden?: boolean;
  required?: boolean;
  value?: Value;
}

export interface SkepExtraField {
  /** Key in `extra`. */
  name: string;
  label: string;
  type?: 'text' | 'textarea' | 'select' | 'checkbox' | 'number' | 'url' | 'tel' | 'date';
  /** Options of a `select`. */
  options?: string[];
  required?: boolean;
  value?: string | boolean;
  hidden?: boolean;
}

export interface SkepPrefill {
  title?: string;
  description?: string;
  severity?: SkepSeverity;
  email?: string;
  /** Values of custom fields. Values without a field are sent unchanged. */
  extra?: Record<string, unknown>;
}

export interface SkepReport extends SkepPrefill {
  title: string;
  stack?: string;
  /** An image of at most 2 MB. */
  screenshot?: Blob;
}

export interface SkepUser {
  email?: string;
  id?: string | number;
}

/** A report as it is sent to the service. */
export interface SkepPayload {
  title: string;
  description: string;
  severity?: SkepSeverity;
  environment?: string | null;
  app_version?: string | null;
  stack_trace?: string | null;
  url?: string | null;
  user_agent?: string | null;
  reporter_email?: string | null;
  reporter_identifier?: string | null;
  extra?: Record<string, unknown>;
}

export interface SkepResult {
  /** `queued` reports are saved and retried. `dropped` means that `beforeSend` dropped the report. */
  status: 'sent' | 'queued' | 'failed' | 'dropped';
  /** The bug's id, if the report is stored. */
  id?: number;
  /** Invalid key, origin not allowed, invalid report, queue full, or network error. */
  reason?: 'key' | 'origin' | 'invalid' | 'full' | 'network';
  /** The report is stored without its screenshot. */
  screenshotLost?: boolean;
}

export interface SkepEvents {
  open: undefined;
  close: undefined;
  sent: SkepResult;
  queued: SkepResult;
  failed: SkepResult;
}

declare const Skep: SkepApi;

export { Skep };
export default Skep;
