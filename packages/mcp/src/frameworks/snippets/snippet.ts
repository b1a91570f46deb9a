export interface Snippet {
  files: { path: string; code: string }[];
  /** Manual steps, in order. */
  steps: string[];
}

export interface Target {
  endpoint: string;
  key: string;
}

export type Render = (target: Target) => Snippet;

export const oneFile = (path: string, code: string, ...steps: string[]): Snippet => ({
  files: [{ path, code }],
  steps,
});

/** Needs no escaping: keys and URLs cannot contain quotes. */
export const widgetTag = ({ endpoint, key }: Target): string =>
  `<script src="${endpoint.replace(/\/api\/v1\/bugs$/, '')}/widget.js" data-key="${key}" crossorigin async></script>`;

export const widgetHint = (target: Target): string =>
  `To let people report bugs with a form and screenshots too, add to the <head> of the page: ${widgetTag(target)}`;
