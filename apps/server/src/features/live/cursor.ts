import type { Cursor } from '../events/outbox/cursor.ts';

/** How far a stream has come, as its reader is told it and gives it back. */
export interface StreamCursor extends Cursor {
  /** A cursor of another numbering of transactions says nothing here. */
  numbering: number;
  /** The activity that came last; when nothing else helps, it tells where to go on. */
  activityId: number;
}

const longest = 500;

const number = '[0-9a-z]{1,10}';
const pattern = new RegExp(
  String.raw`^(\d{1,16})\.(${number})\.(${number})\.(${number})?\.((?:${number}(?:,${number})*)?)$`,
);

/**
 * As the `id` of an event. When more transactions are running than there is room for, it says that less has been seen:
 * some events may then come once more.
 */
export function formatCursor(cursor: StreamCursor): string {
  for (let kept = cursor.xip.length; ; kept--) {
    const text = format({ ...cursor, xip: cursor.xip.slice(0, kept), xmax: cursor.xip[kept] ?? cursor.xmax });
    if (text.length <= longest) return text;
  }
}

/** Of an event up to which the transaction was seen, the activity is in the beginning already. */
function format({ activityId, numbering, xmax, begun, xip }: StreamCursor): string {
  const running = xip.map((xid) => short(xmax - xid));
  return [activityId, short(numbering), short(xmax), begun ? short(begun.xid) : '', running.join()].join('.');
}

const short = (value: number) => value.toString(36);

/** Undefined when it is none. */
export function parseCursor(text: string): StreamCursor | undefined {
  const [, activityId, numbering = '', xmaxText = '', begun, running = ''] =
    (text.length <= longest && pattern.exec(text)) || [];
  if (activityId === undefined) return undefined;
  const xmax = long(xmaxText);
  const cursor = {
    activityId: Number(activityId),
    numbering: long(numbering),
    xmax,
    begun: begun ? { xid: long(begun), upTo: Number(activityId) } : null,
    xip: running
      .split(',')
      .filter(Boolean)
      .map((distance) => xmax - long(distance)),
  };
  return isPossible(cursor) ? cursor : undefined;
}

const long = (text: string) => Number.parseInt(text, 36);

const isPossible = ({ activityId, xmax, xip, begun }: StreamCursor) =>
  [activityId, xmax, begun?.xid ?? 0].every(Number.isSafeInteger) &&
  xmax > 0 &&
  xip.every((xid, index) => xid > (xip[index - 1] ?? 0) && xid < xmax);
