import { hrefOf } from '../../components/links-in.ts';
import { Text } from '../../components/text.tsx';
import styles from './details.module.css';

/**
 * URL of the page that the report came from. Only http(s) URLs become links, and the visible host is the parsed one,
 * so that it cannot be spoofed.
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

/** Decodes percent-encoding where it is valid. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
