import type { IncomingHttpHeaders } from 'node:http';
import { ApiError, malformed } from '../../errors.ts';

/** The revision that a request is meant for, in quotes as it was sent; undefined when it is meant for whichever there is. */
export function readIfMatch({ 'if-match': tag }: IncomingHttpHeaders): string | undefined {
  if (tag !== undefined && !/^"\d+"$/.test(tag)) throw noRevision();
  return tag;
}

const noRevision = () => malformed('If-Match: must be a revision in quotes, such as "7"');

export const bugHasChanged = () => new ApiError(412, 'The bug has changed');

/** What a route that takes the header can answer for it. */
export const ifMatchErrors = [noRevision(), bugHasChanged()];
