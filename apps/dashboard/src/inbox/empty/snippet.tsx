import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copy } from '../../bug/copy.ts';
import { projectQuery } from '../../catalogue/queries.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Text } from '../../components/text.tsx';
import { toasts } from '../../components/toasts.ts';
import styles from './first-run.module.css';

/** A command that sends a report to a project. */
export function Snippet({ project, name }: { project: number; name: string }) {
  const { data } = useQuery(projectQuery(project));
  const [isCopied, setCopied] = useState(false);
  const command = [
    `curl ${location.origin}/api/v1/bugs \\`,
    `  -H 'X-API-Key: ${data?.api_key ?? '…'}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"title": "Hello from the terminal", "description": "My first report"}'`,
  ].join('\n');
  const copyIt = async () => {
    if (await copy(command)) setCopied(true);
    else toasts.show({ text: 'Your browser blocked copying. Select the text instead.', isProblem: true });
  };
  return (
    <figure className={styles.snippet}>
      <figcaption>
        <Text>{name}</Text>
        <Button kind="quiet" onClick={copyIt}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable by keyboard */}
      <pre tabIndex={0}>{command}</pre>
    </figure>
  );
}
