import type { FrameworkId } from './frameworks.ts';
import { type Finding, manifests } from './manifests.ts';
import { packageManagerOf } from './package-managers.ts';

export interface ProjectFile {
  /** Its path in the project, or only its name. */
  name: string;
  content: string;
}

export interface Detection {
  framework: FrameworkId;
  package_manager?: string;
  /** What it was seen by. */
  evidence: string;
}

/** What the files speak of, the most telling first: a framework before the language it is written in. */
export function detect(files: ProjectFile[], otherFiles: string[]): Detection[] {
  const names = [...files.map(({ name }) => name), ...otherFiles].map(baseName);
  const found = files.flatMap((file) => look(file, names));
  return found
    .sort((a, b) => a.generality - b.generality)
    .map(({ framework, evidence, manager }) => ({
      framework,
      ...(manager && { package_manager: manager }),
      evidence,
    }));
}

function look(
  { name, content }: ProjectFile,
  names: string[],
): (Finding & { manager: string | undefined })[] {
  const manifest = manifests.find(({ file }) => file.test(baseName(name)));
  if (!manifest) return [];
  const finding = manifest.read(content);
  if (!finding) return [];
  const manager = packageManagerOf(manifest.ecosystem, names, content);
  return [{ ...finding, evidence: `${finding.evidence} in ${name}`, manager }];
}

const baseName = (path: string) => path.split(/[\\/]/).at(-1) ?? path;

/** The files that are understood, for people. */
export const knownFiles =
  'package.json, index.html, requirements.txt, pyproject.toml, Pipfile, Gemfile, composer.json, go.mod, pom.xml, build.gradle, *.csproj';
