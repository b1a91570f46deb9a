import type { components } from '@skep/client';
import { queryOptions } from '@tanstack/react-query';
import { given } from '../catalogue/given.ts';
import { visitorApi } from '../session/api.ts';

export const invitationPage = '/invitation';

export type Invitation = components['schemas']['InvitationPreview'];

/** Preview of the invitation; null when the token is missing or expired. */
export const invitationQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }): Promise<Invitation | null> => {
      if (!token) return null;
      const answer = await visitorApi.POST('/api/v1/invitations/preview', { body: { token }, signal });
      const isDead = !answer.ok && answer.error.kind === 'refused' && answer.error.status === 422;
      return isDead ? null : given(Promise.resolve(answer));
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
