import button from './button.module.css';
import { Link, type LinkProps } from './link.tsx';

/** A link that looks like a button, because it is the thing to do on the page. */
export const LinkButton = ({ kind = 'plain', ...rest }: LinkProps & { kind?: 'primary' | 'plain' }) => (
  <Link {...rest} className={`${button.button} ${button[kind]} ${button.large}`} />
);
