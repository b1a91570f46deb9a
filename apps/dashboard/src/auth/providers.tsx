import { queryOptions, useQuery } from '@tanstack/react-query';
import { visitorApi } from '../session/api.ts';
import { leaveForProvider } from '../session/provider-return.ts';
import { providerIcons } from './provider-icons.tsx';
import styles from './providers.module.css';

/** Login options of the installation. `signup` is missing when sign-up is open. */
export interface WaysIn {
  providers: string[];
  signup?: 'open' | 'invited' | 'closed';
  email_enabled?: boolean;
}

/** On failure, only the password form is offered. */
export const waysInQuery = queryOptions({
  queryKey: ['ways in'],
  queryFn: async ({ signal }): Promise<WaysIn> =>
    (await visitorApi.GET('/api/v1/auth/oauth', { signal })).data ?? { providers: [] },
  staleTime: Number.POSITIVE_INFINITY,
});

/** Whether email is known to be off. */
export const useEmailOff = () => useQuery(waysInQuery).data?.email_enabled === false;

const names: Record<string, string> = { github: 'GitHub', google: 'Google' };

interface Props {
  /** Where to go afterwards. */
  to: string;
  /** Opens the login in a new tab and keeps the current page. */
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
