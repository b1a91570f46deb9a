import type { BrowserContext, Page } from '@playwright/test';

/** Measurements of the browser's Performance API, in milliseconds. */
export interface Timings {
  /** From key press to next paint. */
  keys: number[];
  longTasks: number[];
  largestPaint: number;
  /** Sum of all layout shifts without recent input. */
  layoutShift: number;
}

/** Collects timings of every page of this context from its start. */
export async function collectTimings(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const timings: Timings = { keys: [], longTasks: [], largestPaint: 0, layoutShift: 0 };
    const observe = (options: PerformanceObserverInit, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        buffered: true,
        ...options,
      });
    observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit, (entry) => {
      if (entry.name === 'keydown') timings.keys.push(entry.duration);
    });
    observe({ type: 'longtask' }, (entry) => timings.longTasks.push(entry.duration));
    observe({ type: 'largest-contentful-paint' }, (entry) => {
      timings.largestPaint = entry.startTime;
    });
    observe({ type: 'layout-shift' }, (entry) => {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!shift.hadRecentInput) timings.layoutShift += shift.value;
    });
    Object.assign(window, { timings });
  });
}

export const timingsOf = (page: Page): Promise<Timings> =>
  page.evaluate(() => (window as unknown as { timings: Timings }).timings);
