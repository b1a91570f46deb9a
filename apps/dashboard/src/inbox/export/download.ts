import { toasts } from '../../components/toasts.ts';
import { session } from '../../session/session.ts';
import { withoutSort } from '../../store/filter.ts';
import type { BugFilter } from '../../store/types.ts';
import { writeQuery } from '../filter/query-string.ts';

/**
 * Downloads the filtered list. The token is sent in a header, so a plain link does not work. Browsers stream a blob
 * response of XMLHttpRequest to disk, so the page never holds the file in memory and needs no file dialog.
 */
export function download(filter: BugFilter): void {
  const state = session.get();
  if (state.kind === 'signed out') return;
  const { token } = state;
  const request = new XMLHttpRequest();
  request.open('GET', `/api/v1/bugs-admin/export.csv${writeQuery({ ...withoutSort(filter) })}`);
  request.responseType = 'blob';
  request.setRequestHeader('authorization', `Bearer ${token}`);
  const running = toasts.show({
    text: 'Exporting…',
    action: { label: 'Cancel', run: () => request.abort() },
  });
  request.onloadend = () => toasts.hide(running);
  request.onload = () => {
    if (request.status === 200) save(request.response, nameIn(request));
    else void explain(request);
  };
  request.onerror = () =>
    toasts.show({ text: 'Could not export: the service is unreachable', isProblem: true });
  request.send();
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  toasts.show({ text: `Exported to ${name}` });
}

function nameIn(request: XMLHttpRequest): string {
  return /filename="([^"]+)"/.exec(request.getResponseHeader('content-disposition') ?? '')?.[1] ?? 'bugs.csv';
}

async function explain(request: XMLHttpRequest): Promise<void> {
  const text = await (request.response as Blob).text();
  const detail =
    /"detail":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? `the service responded with ${request.status}`;
  toasts.show({ text: `Could not export: ${detail}`, isProblem: true });
}
