import button from './button.module.css';
import { Link, type LinkProps } from './link.tsx';

/** A link styled as a button. */
export const LinkButton = ({ kind = 'plain', ...rest }: LinkProps & { kind?: 'primary' | 'plain' }) => (
  <Link {...rest} className={`${button.button} ${button[kind]} ${button.large}`} />
);
