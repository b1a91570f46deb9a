import type { Server } from '../server.ts';

export interface Exporting {
  /** Ends the export, and says how many bytes a second came. */
  stop(): Promise<number>;
}

/** Exports all bugs with a word that many have, again and again. */
export function startExporting(server: Server, token: string): Exporting {
  const startedAt = performance.now();
  const stopping = new AbortController();
  let bytes = 0;
  async function exportAll(): Promise<void> {
    const url = `http://127.0.0.1:${server.port}/api/v1/bugs-admin/export.csv?search=page`;
    while (!stopping.signal.aborted) {
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok || !response.body) throw new Error(`The export answered ${response.status}`);
      for await (const chunk of response.body) {
        bytes += chunk.length;
        if (stopping.signal.aborted) break;
      }
    }
  }
  const done = exportAll();
  done.catch(() => {});
  return {
    async stop() {
      stopping.abort();
      await done;
      return bytes / ((performance.now() - startedAt) / 1000);
    },
  };
}
