/** Tells when the browser says that its network has come or gone, as only browsers do; the result ends that. */
export function onNetwork(event: 'online' | 'offline', listener: () => void): () => void {
  const page = globalThis as Partial<Pick<EventTarget, 'addEventListener' | 'removeEventListener'>>;
  page.addEventListener?.(event, listener);
  return () => page.removeEventListener?.(event, listener);
}
