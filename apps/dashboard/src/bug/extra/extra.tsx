import { useMemo } from 'react';
import { parseJson } from '../../json.ts';
import { CopyButton } from '../copy-button.tsx';
import { Section } from '../section.tsx';
import { childCount } from './rows.ts';
import { ExtraTree } from './tree.tsx';

/** Extra data of the report: the JSON as it was sent, with full number precision. */
export function Extra({ text }: { text: string }) {
  const extra = useMemo(() => parseJson(text), [text]);
  const count = childCount(extra);
  return (
    <Section
      title="Extra"
      note={`${count.toLocaleString('en')} ${count === 1 ? 'key' : 'keys'}`}
      actions={<CopyButton text={text} what="extra data as JSON" />}
    >
      {count > 0 && <ExtraTree root={extra} />}
    </Section>
  );
}
