import type { Plugin } from 'vite';

/** Names the typeface in the page, so that it is there when the first text is drawn, but after the code that draws it. */
export const preloadFont = (): Plugin => ({
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => name.endsWith('.woff2'))
        .map((name) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: {
            rel: 'preload',
            href: `/${name}`,
            as: 'font',
            type: 'font/woff2',
            fetchpriority: 'low',
            crossorigin: true,
          },
        })),
  },
});
