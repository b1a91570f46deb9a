import { useRouter } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { writeQuery } from '../inbox/filter/query-string.ts';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The path of the page. */
  to: string;
  search?: object;
  /** Takes the place of the page that is left in the history. */
  replace?: boolean;
}

/**
 * A link to another page of the dashboard. The router's own works out anew where each link leads whenever one goes anywhere, which
 * is felt where there are a hundred of them; this one is told.
 */
export function Link({ to, search = {}, replace = false, onClick, ...rest }: LinkProps) {
  const { history } = useRouter();
  const href = to + writeQuery(search as Record<string, unknown>);
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || rest.target;
        if (event.defaultPrevented || event.button !== 0 || isForBrowser) return;
        event.preventDefault();
        if (replace || href === history.location.href) history.replace(href);
        else history.push(href);
      }}
    />
  );
}
