import type { BrowserContext } from '@playwright/test';

/** What goes wrong in a browser without being seen. */
export interface Problems {
  found: string[];
  /** Expects problems like this one, such as those of a page that is taken off the network. */
  allow(pattern: RegExp): void;
  watch(context: BrowserContext): Promise<void>;
}

export function watchForProblems(): Problems {
  const found: string[] = [];
  const allowed: RegExp[] = [refusals];
  const note = (problem: string) => {
    if (!allowed.some((pattern) => pattern.test(problem))) found.push(problem);
  };
  return {
    found,
    allow: (pattern) => void allowed.push(pattern),
    async watch(context) {
      await context.addInitScript(() =>
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
          console.error(`content security policy: ${violatedDirective} ${blockedURI} in ${sourceFile}`),
        ),
      );
      context.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => note(String(error.error().stack)));
    },
  };
}

/** The browser notes every refusal of the service as an error, although it is an answer like any other. */
const refusals = /^Failed to load resource: the server responded with a status of 4\d\d .*\/api\/v1\//;
