/** Counts that are requested before the app knows which ones it needs. */
export interface EarlyCounts {
  /**
   * Responds to a request for some of these counts, each only once. Returns undefined for any other request, or if the
   * early request failed.
   */
  answerTo(request: Request): Promise<Response | undefined>;
}

const path = '/api/v1/bugs-admin/counts';
/** The server's limit of filters per request. */
const most = 50;

export function askForCounts(filters: readonly object[], authorization: string): EarlyCounts {
  const asked = filters.slice(0, most);
  const headers = { authorization, 'content-type': 'application/json' };
  const counts = fetch(path, { method: 'POST', headers, body: JSON.stringify({ filters: asked }) })
    .then(async (response): Promise<unknown[]> => (response.ok ? (await response.json()).counts : []))
    // The app then sends its own request and handles its error.
    .catch(() => []);
  const places = new Map(asked.map((filter, at) => [JSON.stringify(filter), at]));

  return {
    async answerTo(request) {
      if (new URL(request.url).pathname !== path) return undefined;
      const wanted: { filters: object[] } = await request.clone().json();
      const keys = wanted.filters.map((filter) => JSON.stringify(filter));
      if (!keys.every((key) => places.has(key))) return undefined;
      const all = await counts;
      const given = keys.map((key) => all[places.get(key) ?? -1]);
      // A second request means that something has changed, so it must not get the early response.
      for (const key of keys) places.delete(key);
      return given.includes(undefined) ? undefined : Response.json({ counts: given });
    },
  };
}
