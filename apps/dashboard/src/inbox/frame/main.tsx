import type { ComponentProps } from 'react';
import { useInbox } from '../inbox-context.ts';

/** The main content of a page and the target of the skip link. */
export function Main(props: Omit<ComponentProps<'main'>, 'id' | 'ref' | 'tabIndex'>) {
  const { elements } = useInbox();
  return <main ref={elements.ref('main')} id="main" tabIndex={-1} {...props} />;
}
