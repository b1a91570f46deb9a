import { useMatchRoute } from '@tanstack/react-router';
import { Icon } from '../../components/icon.tsx';
import { PageItem } from './page-item.tsx';

/** The pages about a team that have no way of their own in the sidebar. */
const pages = ['/teams/$teamId/settings', '/teams/$teamId/members', '/teams/$teamId/labels'] as const;

/** The way to a team. It is the current one on all its pages, of which it leads to the first. */
export function TeamItem({ id }: { id: number }) {
  const isAt = useMatchRoute();
  const params = { teamId: String(id) };
  const isCurrent = pages.some((to) => isAt({ to, params }));
  return (
    <PageItem
      to={pages[0]}
      params={params}
      search={{}}
      icon={<Icon name="settings" />}
      aria-current={isCurrent ? 'page' : undefined}
    >
      Team
    </PageItem>
  );
}
