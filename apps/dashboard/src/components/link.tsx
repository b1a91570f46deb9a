import { useRouter } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { writeQuery } from '../inbox/filter/query-string.ts';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** Path of the target page. */
  to: string;
  search?: object;
  /** Replaces the current history entry. */
  replace?: boolean;
}

/**
 * An internal link. The router's own link recomputes its target on every navigation, which
 * is slow with a hundred links on a page; this one does not.
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
