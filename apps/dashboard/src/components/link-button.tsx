import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import button from './button.module.css';

interface Props extends ComponentProps<'a'> {
  kind?: 'primary' | 'plain';
}

/** A link that looks like a button, because it is the thing to do on the page. */
export const LinkButton = createLink(({ kind = 'plain', ...rest }: Props) => (
  <a {...rest} className={`${button.button} ${button[kind]} ${button.large}`} />
));
