import { queryOptions, useQuery } from '@tanstack/react-query';
import { visitorApi } from '../session/api.ts';
import { leaveForProvider } from '../session/provider-return.ts';
import { providerIcons } from './provider-icons.tsx';
import styles from './providers.module.css';

/** Which ways in this installation has. `signup` is missing where everybody may make an account. */
export interface WaysIn {
  providers: string[];
  signup?: 'open' | 'invited' | 'closed';
  email_enabled?: boolean;
}

/** When they cannot be had, the form is still there. */
export const waysInQuery = queryOptions({
  queryKey: ['ways in'],
  queryFn: async ({ signal }): Promise<WaysIn> =>
    (await visitorApi.GET('/api/v1/auth/oauth', { signal })).data ?? { providers: [] },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether this installation sends no email, as far as is known. */
export const useEmailOff = () => useQuery(waysInQuery).data?.email_enabled === false;

const names: Record<string, string> = { github: 'GitHub', google: 'Google' };

interface Props {
  /** Where to go afterwards. */
  to: string;
  /** Keeps the page that one is on, and signs in beside it. */
  inNewTab?: boolean;
}

/** A button for each provider that is configured. */
export function Providers({ to, inNewTab = false }: Props) {
  const { data } = useQuery(waysInQuery);
  if (!data || data.providers.length === 0) return null;
  return (
    <div className={styles.providers}>
      {data.providers.map((provider) => (
        <a
          key={provider}
          className={styles.provider}
          href={`/api/v1/auth/oauth/${encodeURIComponent(provider)}/start`}
          onClick={() => leaveForProvider(to)}
          {...(inNewTab && { target: '_blank', rel: 'noopener' })}
        >
          {providerIcons[provider]}
          Continue with {names[provider] ?? provider}
        </a>
      ))}
      <span className={styles.or}>or</span>
    </div>
  );
}
