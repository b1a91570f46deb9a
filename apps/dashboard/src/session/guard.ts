import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { session } from './session.ts';

/** For pages that are somebody's: others sign in first, and then come back. */
export function demandSession({ location }: { location: ParsedLocation }): void {
  if (session.get().kind === 'signed out') throw redirect({ to: '/login', search: { to: location.href } });
}
