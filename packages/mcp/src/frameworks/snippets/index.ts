import type { FrameworkId } from '../frameworks.ts';
import * as browser from './browser.ts';
import * as go from './go.ts';
import * as node from './node.ts';
import * as others from './others.ts';
import * as php from './php.ts';
import * as python from './python.ts';
import { type Render, widgetHint } from './snippet.ts';

const { reactRouter, html, ...pages } = browser;

/** Code that reports errors of pages by itself, and one more step for the form that people report with. */
const withWidget =
  (render: Render): Render =>
  (target) => {
    const { files, steps } = render(target);
    return { files, steps: [...steps, widgetHint(target)] };
  };

const pagesWithWidget = Object.fromEntries(
  Object.entries(pages).map(([name, render]) => [name, withWidget(render)]),
) as typeof pages;

export const snippets: Record<FrameworkId, Render> = {
  html,
  ...pagesWithWidget,
  'react-router': withWidget(reactRouter),
  ...node,
  ...python,
  ...php,
  ...go,
  ...others,
};
