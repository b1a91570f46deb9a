import type { ComponentProps } from 'react';
import { useInbox } from '../inbox-context.ts';

/** The main content of a page, which the skip link leads to. */
export function Main(props: Omit<ComponentProps<'main'>, 'id' | 'ref' | 'tabIndex'>) {
  const { elements } = useInbox();
  return <main ref={elements.ref('main')} id="main" tabIndex={-1} {...props} />;
}
