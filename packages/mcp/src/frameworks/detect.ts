import type { FrameworkId } from './frameworks.ts';
import { type FrameworkMatch, manifests } from './manifests.ts';
import { packageManagerOf } from './package-managers.ts';

export interface ProjectFile {
  /** The file's path in the project, or only its name. */
  name: string;
  content: string;
}

export interface Detection {
  framework: FrameworkId;
  package_manager?: string;
  /** What the framework was recognised by. */
  evidence: string;
}

/** The frameworks and languages that the files name, the most specific first: a framework comes before its language. */
export function detect(files: ProjectFile[], otherFiles: string[]): Detection[] {
  const names = [...files.map(({ name }) => name), ...otherFiles].map(baseName);
  const found = files.flatMap((file) => matchFile(file, names));
  return found
    .sort((a, b) => a.generality - b.generality)
    .map(({ framework, evidence, manager }) => ({
      framework,
      ...(manager && { package_manager: manager }),
      evidence,
    }));
}

function matchFile(
  { name, content }: ProjectFile,
  names: string[],
): (FrameworkMatch & { manager: string | undefined })[] {
  const manifest = manifests.find(({ file }) => file.test(baseName(name)));
  if (!manifest) return [];
  const finding = manifest.read(content);
  if (!finding) return [];
  const manager = packageManagerOf(manifest.ecosystem, names, content);
  return [{ ...finding, evidence: `${finding.evidence} in ${name}`, manager }];
}

const baseName = (path: string) => path.split(/[\\/]/).at(-1) ?? path;

/** The files that are recognised, as text for people. */
export const knownFiles =
  'package.json, index.html, requirements.txt, pyproject.toml, Pipfile, Gemfile, composer.json, go.mod, pom.xml, build.gradle, *.csproj';
