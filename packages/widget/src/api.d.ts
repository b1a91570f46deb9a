/** What a page can do with the widget. This file is also the package's type declaration, so it stands for itself. */
export interface SkepApi {
  /** Starts the widget. A second call replaces all that the first one has set. */
  init(options: SkepOptions): void;
  /** Opens the form, also from inside a modal dialog of the page. Values given here are filled in. */
  open(values?: SkepPrefill): Promise<void>;
  close(): void;
  /** Sends a report without a form. It never rejects: the result says what has become of the report. */
  report(report: SkepReport): Promise<SkepResult>;
  /** Who uses the page. `null` forgets the person. */
  setUser(user: SkepUser | null): void;
  /** Facts about the page that go along with every report, under `extra.context`; later calls add to earlier ones. */
  setContext(context: Record<string, unknown> | null): void;
  /** Listens to an event; the answer stops listening. */
  on<Name extends keyof SkepEvents>(event: Name, listener: (detail: SkepEvents[Name]) => void): () => void;
  /** Takes the widget off the page and undoes all that it has patched. */
  destroy(): void;
  readonly version: string;
}

export type SkepSeverity = 'low' | 'medium' | 'high' | 'critical';
export type SkepLanguage = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ar';
/** What is captured without being asked for. Each can be switched off, by the page and by the reporter. */
export type SkepCapture = 'page' | 'console' | 'requests' | 'errors' | 'clicks';

export interface SkepOptions {
  /** The project's publishable key, `sk_…`. */
  key: string;
  /** Where the service is; the script tag knows it by itself. */
  baseUrl?: string;
  environment?: string;
  appVersion?: string;
  /** The page's language, else the browser's, when it is left out. */
  language?: SkepLanguage;
  theme?: 'light' | 'dark' | 'auto';
  position?: 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';
  /** `false` or `"off"` hides the button. */
  button?: boolean | 'on' | 'off';
  /** The text on the button. */
  label?: string;
  /** A selector of the page's own triggers: a click on one opens the form. */
  trigger?: string;
  /** `false` or `"off"` captures nothing; a list captures only what it names. */
  capture?: boolean | 'on' | 'off' | SkepCapture[];
  /** `false` or `"off"` offers no screenshots. */
  screenshot?: boolean | 'on' | 'off';
  /** A selector of elements that are black in pictures of the page. */
  mask?: string;
  /** `true`, or the attribute `data-mask-inputs`, makes every input black in pictures of the page. */
  maskInputs?: boolean | 'on' | 'off' | '';
  /** Which fields the form has, and what they begin with. */
  fields?: SkepFields;
  user?: SkepUser | null;
  context?: Record<string, unknown> | null;
  /** Called with every report before it is kept or sent. It may change it; `null` or `false` drops it. */
  beforeSend?(report: SkepPayload): SkepPayload | null | false | Promise<SkepPayload | null | false>;
}

export interface SkepFields {
  title?: SkepField<string>;
  description?: SkepField<string>;
  severity?: SkepField<SkepSeverity>;
  email?: SkepField<string>;
  /** Further fields, which are sent in `extra`. */
  more?: SkepExtraField[];
}

export interface SkepField<Value> {
  hidden?: boolean;
  required?: boolean;
  value?: Value;
}

export interface SkepExtraField {
  /** The key in `extra`. */
  name: string;
  label: string;
  type?: 'text' | 'textarea' | 'select' | 'checkbox' | 'number' | 'url' | 'tel' | 'date';
  /** What a `select` offers. */
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
  /** Values of further fields; what has no field is sent along as it is. */
  extra?: Record<string, unknown>;
}

export interface SkepReport extends SkepPrefill {
  title: string;
  stack?: string;
  /** An image, at most 2 MB when it cannot be scaled down. */
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
  /** Stored by the service; kept, and sent as soon as that is possible; not sent; or dropped by `beforeSend`. */
  status: 'sent' | 'queued' | 'failed' | 'dropped';
  /** The number of the bug, once the service has stored it. */
  id?: number;
  /** Why it failed: the key, the page's origin, the report itself, too many reports that wait, or the network. */
  reason?: 'key' | 'origin' | 'invalid' | 'full' | 'network';
  /** The report is stored, but its screenshot could not be. */
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
