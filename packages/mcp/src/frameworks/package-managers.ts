export type Ecosystem =
  | 'javascript'
  | 'python'
  | 'ruby'
  | 'php'
  | 'go'
  | 'maven'
  | 'gradle'
  | 'dotnet'
  | 'none';

const lockFiles: Partial<Record<Ecosystem, [file: string, manager: string][]>> = {
  javascript: [
    ['pnpm-lock.yaml', 'pnpm'],
    ['yarn.lock', 'yarn'],
    ['bun.lock', 'bun'],
    ['bun.lockb', 'bun'],
    ['deno.lock', 'deno'],
    ['package-lock.json', 'npm'],
  ],
  python: [
    ['uv.lock', 'uv'],
    ['poetry.lock', 'poetry'],
    ['pdm.lock', 'pdm'],
    ['Pipfile.lock', 'pipenv'],
    ['Pipfile', 'pipenv'],
  ],
};

/** The package manager of an ecosystem when no file says otherwise. */
const usual: Record<Ecosystem, string | undefined> = {
  javascript: 'npm',
  python: 'pip',
  ruby: 'bundler',
  php: 'composer',
  go: 'go',
  maven: 'maven',
  gradle: 'gradle',
  dotnet: 'dotnet',
  none: undefined,
};

/** The package manager that the manifest names; otherwise the one whose lock file there is. */
export function packageManagerOf(
  ecosystem: Ecosystem,
  fileNames: string[],
  manifest: string,
): string | undefined {
  const named =
    /"packageManager"\s*:\s*"(\w+)@/.exec(manifest) ?? /^\[tool\.(uv|poetry|pdm)\b/m.exec(manifest);
  if (named) return named[1];
  const lock = lockFiles[ecosystem]?.find(([file]) => fileNames.includes(file));
  return lock?.[1] ?? usual[ecosystem];
}
