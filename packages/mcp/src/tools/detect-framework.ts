import Type from 'typebox';
import { detect, knownFiles } from '../frameworks/detect.ts';
import { frameworks } from '../frameworks/frameworks.ts';
import { ApiProblem } from '../problem.ts';
import { defineTool, looks } from '../tool.ts';

/** How many characters all files together may have. */
const mostCharacters = 200_000;

const DetectedFramework = Type.Object({
  framework: Type.String(),
  name: Type.String(),
  language: Type.String(),
  package_manager: Type.Optional(Type.String()),
  evidence: Type.String(),
});

export const detectFramework = defineTool({
  name: 'detect_framework',
  title: 'Detect the framework',
  description:
    "Names the framework and package manager of the user's project from its manifests (package.json, requirements.txt, Gemfile, go.mod, composer.json, index.html …), whose text you pass. Use it before get_install_snippet.",
  scope: null,
  annotations: { ...looks, openWorldHint: false },
  input: Type.Object({
    files: Type.Array(
      Type.Object({ name: Type.String({ maxLength: 500 }), content: Type.String({ maxLength: 100_000 }) }),
      { minItems: 1, maxItems: 10 },
    ),
    other_files: Type.Optional(
      Type.Array(Type.String({ maxLength: 500 }), {
        maxItems: 200,
        description: 'Names of further files, such as lock files',
      }),
    ),
  }),
  output: Type.Object({
    ...DetectedFramework.properties,
    also: Type.Array(DetectedFramework, { description: 'What else was found' }),
  }),
  run(_api, { files, other_files = [] }) {
    const size = files.reduce((sum, { content }) => sum + content.length, 0);
    if (size > mostCharacters) {
      throw new ApiProblem(
        422,
        `files: must hold at most ${mostCharacters} characters in all. The part of a manifest that names dependencies is enough`,
      );
    }
    const [best, ...also] = detect(files, other_files).map((found) => ({
      ...found,
      ...frameworks[found.framework],
    }));
    if (!best) {
      throw new ApiProblem(
        422,
        `files: no framework was recognised. These are understood: ${knownFiles}. For anything else call get_install_snippet with the framework curl`,
      );
    }
    const manager = best.package_manager ? `, package manager ${best.package_manager}` : '';
    const others = also.map(({ framework }) => framework).join(', ');
    const text = [
      `${best.name} (${best.language}${manager}), by ${best.evidence}.`,
      others && `Also found: ${others}.`,
      `Next: get_install_snippet with framework "${best.framework}".`,
    ];
    return { text: text.filter(Boolean).join('\n'), data: { ...best, also } };
  },
});
