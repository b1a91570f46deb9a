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
