import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { session } from './session.ts';

/** Redirects to the login page when signed out, and back afterwards. */
export function demandSession({ location }: { location: ParsedLocation }): void {
  if (session.get().kind === 'signed out') throw redirect({ to: '/login', search: { to: location.href } });
}
