/** What to write where, so that a project's errors arrive as bug reports. */
export interface Snippet {
  files: { path: string; code: string }[];
  /** What is left to do by hand, in order. */
  steps: string[];
}

/** Where reports go, and with which key. */
export interface Target {
  endpoint: string;
  key: string;
}

export type Render = (target: Target) => Snippet;

/** One file and the steps after it. */
export const oneFile = (path: string, code: string, ...steps: string[]): Snippet => ({
  files: [{ path, code }],
  steps,
});

const serviceOf = ({ endpoint }: Target) => endpoint.replace(/\/api\/v1\/bugs$/, '');

/** The widget as the service itself serves it. The quotes of attributes keep nothing in that a key or an address can have. */
export const widgetTag = (target: Target): string =>
  `<script src="${serviceOf(target)}/widget.js" data-key="${target.key}" crossorigin async></script>`;

export const widgetSteps = (target: Target): string[] => [
  `Where the page has a content security policy, add ${new URL(target.endpoint).origin} to script-src and connect-src.`,
];

/** For pages whose errors are reported by code: the form for people is one more line. */
export const widgetHint = (target: Target): string =>
  `To let people report bugs with a form and screenshots too, add to the <head> of the page: ${widgetTag(target)}`;
