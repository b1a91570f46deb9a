import type { Plugin } from 'vite';

/**
 * What Vite puts around every `import()`. Its own also fetches the styles of the part, and names all files of its own; there is one
 * style here for all parts, so that only what the page is told when a part has not come remains.
 */
const helper = `export const __vitePreload = (load) => load().catch((error) => {
  const event = new Event('vite:preloadError', { cancelable: true });
  event.payload = error;
  dispatchEvent(event);
  if (!event.defaultPrevented) throw error;
});`;

export const fetchLater = (): Plugin => ({
  name: 'fetch-later',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? helper : null),
});
