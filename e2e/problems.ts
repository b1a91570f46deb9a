import type { BrowserContext } from '@playwright/test';

/** Collects browser errors that are not visible on the page. */
export interface Problems {
  found: string[];
  /** Ignores matching errors, such as those of an offline page. */
  allow(pattern: RegExp): void;
  watch(context: BrowserContext): Promise<void>;
}

export function createProblems(): Problems {
  const found: string[] = [];
  const allowed: RegExp[] = [clientErrors];
  const add = (problem: string) => {
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
        if (message.type() === 'error') add(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => add(String(error.error().stack)));
    },
  };
}

/** Browsers log every 4xx response of the API as an error. */
const clientErrors = /^Failed to load resource: the server responded with a status of 4\d\d .*\/api\/v1\//;
