import { hrefOf } from '../../components/links-in.ts';
import { Text } from '../../components/text.tsx';
import styles from './details.module.css';

/**
 * The page that a report came from. Only an address of the web becomes a link; it shows the host that it really leads to,
 * as the browser understands it.
 */
export function PageLink({ address }: { address: string }) {
  const href = hrefOf(address);
  if (!href) return <Text>{address}</Text>;
  const { host, pathname, search, hash, protocol } = new URL(href);
  const rest = readable(pathname === '/' ? search + hash : pathname + search + hash);
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer" className={styles.page}>
      {protocol === 'http:' && 'http://'}
      <b>{host}</b>
      <Text>{rest}</Text>
    </a>
  );
}

/** Letters instead of percent signs, where they are well-formed. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
