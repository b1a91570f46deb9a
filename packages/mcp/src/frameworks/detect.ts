import type { FrameworkId } from './frameworks.ts';

interface ProjectFile {
  name: string;
  content: string;
}

interface Detection {
  framework: FrameworkId;
  package_manager?: string;
  evidence: string;
}

/** Detected frameworks and languages, most specific first. */
export function detect(files: ProjectFile[], otherFiles: string[]): Detection[] {
  const names = [...files.map(({ name }) => name), ...otherFiles].map(baseName);
  return files
    .flatMap((file) => matchFile(file, names))
    .sort((a, b) => a.generality - b.generality)
    .map(({ generality, ...detection }) => detection);
}

function matchFile({ name, content }: ProjectFile, names: string[]): (Detection & FrameworkMatch)[] {
  const manifest = manifests.find(({ file }) => file.test(baseName(name)));
  const match = manifest?.read(content);
  if (!manifest || !match) return [];
  const manager = packageManagerOf(manifest, names, content);
  const { framework, generality, evidence } = match;
  return [
    {
      framework,
      ...(manager && { package_manager: manager }),
      evidence: `${evidence} in ${name}`,
      generality,
    },
  ];
}

const baseName = (path: string) => path.split(/[\\/]/).at(-1) ?? path;

function packageManagerOf(
  { manager, lockFiles = {} }: Manifest,
  fileNames: string[],
  content: string,
): string | undefined {
  const named = /"packageManager"\s*:\s*"(\w+)@/.exec(content) ?? /^\[tool\.(uv|poetry|pdm)\b/m.exec(content);
  if (named) return named[1];
  const lockFile = Object.keys(lockFiles).find((file) => fileNames.includes(file));
  return lockFile ? lockFiles[lockFile] : manager;
}

export const knownFiles =
  'package.json, index.html, requirements.txt, pyproject.toml, Pipfile, Gemfile, composer.json, go.mod, pom.xml, build.gradle, *.csproj';

interface FrameworkMatch {
  framework: FrameworkId;
  /** 0: full framework · 1: library that may be part of another framework · 2: language or plain page */
  generality: 0 | 1 | 2;
  evidence: string;
}

interface Manifest {
  file: RegExp;
  /** Default package manager. */
  manager?: string;
  lockFiles?: Record<string, string>;
  read(content: string): FrameworkMatch | undefined;
}

type DependencyRule = [dependency: string, framework: FrameworkId, generality?: 0 | 1 | 2];

/** The first match wins, so a framework comes before the library that it is built on. */
const javascript: DependencyRule[] = [
  ['next', 'nextjs'],
  ['nuxt', 'nuxt'],
  ['@sveltejs/kit', 'sveltekit'],
  ['@react-router/dev', 'react-router'],
  ['@remix-run/react', 'react-router'],
  ['astro', 'astro'],
  ['@angular/core', 'angular'],
  ['@nestjs/core', 'nestjs'],
  ['vue', 'vue', 1],
  ['svelte', 'svelte', 1],
  ['react', 'react', 1],
  ['fastify', 'fastify', 1],
  ['express', 'express', 1],
];
const php: DependencyRule[] = [
  ['laravel/framework', 'laravel'],
  ['symfony/framework-bundle', 'symfony'],
];
const python: DependencyRule[] = [
  ['django', 'django'],
  ['fastapi', 'fastapi'],
  ['flask', 'flask'],
];
const ruby: DependencyRule[] = [['rails', 'rails']];
const go: DependencyRule[] = [['github.com/gin-gonic/gin', 'gin']];
const java: DependencyRule[] = [
  ['spring-boot', 'spring'],
  ['org.springframework.boot', 'spring'],
];

const manifests: Manifest[] = [
  {
    file: /^package\.json$/,
    manager: 'npm',
    lockFiles: {
      'pnpm-lock.yaml': 'pnpm',
      'yarn.lock': 'yarn',
      'bun.lock': 'bun',
      'bun.lockb': 'bun',
      'deno.lock': 'deno',
      'package-lock.json': 'npm',
    },
    read: (text) => inJson(text, javascript, 'node'),
  },
  { file: /^composer\.json$/, manager: 'composer', read: (text) => inJson(text, php, 'php') },
  {
    file: /^(requirements.*\.(txt|in)|pyproject\.toml|Pipfile)$/,
    manager: 'pip',
    lockFiles: {
      'uv.lock': 'uv',
      'poetry.lock': 'poetry',
      'pdm.lock': 'pdm',
      'Pipfile.lock': 'pipenv',
      Pipfile: 'pipenv',
    },
    read: (text) => inText(text, python, 'python'),
  },
  { file: /^(Gemfile|gems\.rb)$/, manager: 'bundler', read: (text) => inText(text, ruby, 'ruby') },
  { file: /^go\.mod$/, manager: 'go', read: (text) => inText(text, go, 'go') },
  { file: /^pom\.xml$/, manager: 'maven', read: (text) => inText(text, java) },
  { file: /^build\.gradle(\.kts)?$/, manager: 'gradle', read: (text) => inText(text, java) },
  { file: /\.csproj$/, manager: 'dotnet', read: aspnet },
  { file: /\.html?$/, read: () => bare('html', 'a page') },
];

const bare = (framework: FrameworkId, evidence: string): FrameworkMatch => ({
  framework,
  generality: 2,
  evidence,
});

function inJson(text: string, rules: DependencyRule[], fallback: FrameworkId): FrameworkMatch | undefined {
  try {
    const manifest = JSON.parse(text);
    const groups = ['dependencies', 'devDependencies', 'peerDependencies', 'require', 'require-dev'];
    const names = new Set(groups.flatMap((group) => Object.keys(Object(manifest?.[group]))));
    return firstOf(rules, (dependency) => names.has(dependency)) ?? bare(fallback, 'the manifest');
  } catch {
    return undefined;
  }
}

/** Searches for dependencies line by line, ignoring comments. */
function inText(text: string, rules: DependencyRule[], fallback?: FrameworkId): FrameworkMatch | undefined {
  const lines = text
    .toLowerCase()
    .split(/[\n\r]/)
    .map((line) => line.trim());
  const code = lines.filter((line) => !line.startsWith('#') && !line.startsWith('//'));
  const isListed = (dependency: string) => {
    // The full name at the start of a line, string or element.
    const name = new RegExp(`(^|["'>]|^require )${dependency.replaceAll('.', '\\.')}(-starter|(?![\\w./-]))`);
    return code.some((line) => name.test(line));
  };
  return firstOf(rules, isListed) ?? (fallback && bare(fallback, 'the manifest'));
}

function firstOf(
  rules: DependencyRule[],
  isListed: (dependency: string) => boolean,
): FrameworkMatch | undefined {
  const rule = rules.find(([dependency]) => isListed(dependency));
  return rule && { framework: rule[1], generality: rule[2] ?? 0, evidence: `the dependency ${rule[0]}` };
}

function aspnet(text: string): FrameworkMatch | undefined {
  return text.includes('Microsoft.NET.Sdk.Web')
    ? { framework: 'aspnet', generality: 0, evidence: 'the SDK Microsoft.NET.Sdk.Web' }
    : undefined;
}
