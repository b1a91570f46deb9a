import type { FrameworkId } from '../frameworks.ts';
import * as browser from './browser.ts';
import * as go from './go.ts';
import * as node from './node.ts';
import * as others from './others.ts';
import * as php from './php.ts';
import * as python from './python.ts';
import * as ruby from './ruby.ts';
import type { Render } from './snippet.ts';

const { reactRouter, ...pages } = browser;

export const snippets: Record<FrameworkId, Render> = {
  ...pages,
  'react-router': reactRouter,
  ...node,
  ...python,
  ...ruby,
  ...php,
  ...go,
  ...others,
};
