import { type FrameworkId, frameworkIds, frameworks, snippets } from '@skep/mcp/frameworks';
import { useState } from 'react';
import { Code } from '../parts/code.tsx';
import { Select } from '../parts/fields.tsx';
import { Switcher } from '../parts/switcher.tsx';
import styles from './start.module.css';

/** Most used platforms; the rest is behind "Other". */
const first = {
  html: 'Script tag',
  curl: 'curl and CI',
  node: 'Node.js',
  python: 'Python',
} as const;
const others = frameworkIds.filter((id) => !(id in first));
const byLanguage = [...Map.groupBy(others, (id) => frameworks[id].language)];

/** Install snippets with the project's key, shared with the MCP tools. */
export function Snippets({ apiKey }: { apiKey: string }) {
  const [chosen, setChosen] = useState<FrameworkId>('html');
  const isOther = !(chosen in first);
  const { files, steps } = snippets[chosen]({ endpoint: `${location.origin}/api/v1/bugs`, key: apiKey });
  return (
    <>
      <Switcher
        label="Platform"
        choices={[
          ...Object.entries(first).map(([value, name]) => ({ value, name })),
          { value: 'other', name: 'Other' },
        ]}
        value={isOther ? 'other' : chosen}
        onChange={(value) =>
          setChosen(value === 'other' ? (others[0] as FrameworkId) : (value as FrameworkId))
        }
      />
      {isOther && (
        <Select
          label="Framework or language"
          name="framework"
          value={chosen}
          onChange={({ target }) => setChosen(target.value as FrameworkId)}
        >
          {byLanguage.map(([language, ids]) => (
            <optgroup key={language} label={language}>
              {ids.map((id) => (
                <option key={id} value={id}>
                  {frameworks[id].name}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      )}
      {files.map(({ path, code }) => (
        <Code key={path} caption={path} what={path}>
          {code}
        </Code>
      ))}
      {steps.length > 0 && (
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </>
  );
}
