import Type from 'typebox';
import { type Api, ApiProblem } from '../api.ts';
import { detect, knownFiles } from '../frameworks/detect.ts';
import { frameworkIds, frameworks, snippets } from '../frameworks/frameworks.ts';
import { defineTool, Id, OneOf, readsTeam } from '../tool.ts';
import { quote } from '../untrusted.ts';

const verifyApiKey = defineTool({
  name: 'verify_api_key',
  title: 'Verify an API key',
  description:
    'Checks whether an API key of a project (sk_…) is valid and returns the plan. Use it after installing a snippet, or when reports do not arrive.',
  scope: null,
  annotations: readsTeam,
  input: Type.Object({ api_key: Type.String({ minLength: 1, maxLength: 200 }) }),
  output: Type.Object({ valid: Type.Boolean(), plan: Type.Optional(Type.String()) }),
  async run(api, { api_key }) {
    if (!/^sk_[\x21-\x7e]{1,100}$/.test(api_key)) {
      return { text: 'Not an API key: it must start with sk_.', data: { valid: false } };
    }
    try {
      const { plan } = await api.request('GET /widget/info', {}, { apiKey: api_key });
      return {
        text: `The API key is valid. The project is on the plan ${plan}.`,
        data: { valid: true, plan },
      };
    } catch (error) {
      if (!(error instanceof ApiProblem && error.status === 401)) throw error;
      return {
        text: `The API key is unknown to ${api.baseUrl} or was revoked. Find the current key in the project settings or with get_install_snippet.`,
        data: { valid: false },
      };
    }
  },
});

const maxCharacters = 200_000;

const DetectedFramework = Type.Object({
  framework: Type.String(),
  name: Type.String(),
  language: Type.String(),
  package_manager: Type.Optional(Type.String()),
  evidence: Type.String(),
});

const detectFramework = defineTool({
  name: 'detect_framework',
  title: 'Detect the framework',
  description:
    "Detects the framework and package manager of the user's project from the text of its manifests (package.json, requirements.txt, Gemfile, go.mod, composer.json, index.html …). Use it before get_install_snippet.",
  scope: null,
  annotations: readsTeam,
  input: Type.Object({
    files: Type.Array(
      Type.Object({ name: Type.String({ maxLength: 500 }), content: Type.String({ maxLength: 100_000 }) }),
      { minItems: 1, maxItems: 10 },
    ),
    other_files: Type.Optional(
      Type.Array(Type.String({ maxLength: 500 }), {
        maxItems: 200,
        description: 'Other file names, such as lock files',
      }),
    ),
  }),
  output: Type.Object({
    ...DetectedFramework.properties,
    also: Type.Array(DetectedFramework, { description: 'Also found' }),
  }),
  run(_api, { files, other_files = [] }) {
    const size = files.reduce((sum, { content }) => sum + content.length, 0);
    if (size > maxCharacters) {
      throw new ApiProblem(
        422,
        `files: must contain at most ${maxCharacters} characters in total. The dependency section of a manifest is enough`,
      );
    }
    const [best, ...also] = detect(files, other_files).map((found) => ({
      ...found,
      ...frameworks[found.framework],
    }));
    if (!best) {
      throw new ApiProblem(
        422,
        `files: no framework detected. Supported files: ${knownFiles}. For other projects call get_install_snippet with the framework curl`,
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

const placeholder = 'sk_YOUR_PROJECT_KEY';

const getInstallSnippet = defineTool({
  name: 'get_install_snippet',
  title: 'Get the install snippet',
  description:
    "Returns code for a framework that sends errors to Skep. It contains the project's API key if the token may read it. Use it after detect_framework, then call verify_api_key.",
  scope: null,
  annotations: readsTeam,
  input: Type.Object({
    framework: OneOf(frameworkIds),
    project_id: Type.Optional(Id('Default: the only project')),
  }),
  output: Type.Object({
    framework: Type.String(),
    files: Type.Array(Type.Object({ path: Type.String(), code: Type.String() })),
    steps: Type.Array(Type.String()),
    key_included: Type.Boolean(),
  }),
  missing: 'Find projects with list_honeycombs.',
  async run(api, { framework, project_id }) {
    const { key, note } = await findKey(api, project_id);
    const endpoint = `${api.baseUrl}/api/v1/bugs`;
    const snippet = snippets[framework]({ endpoint, key: key ?? placeholder });
    const { files } = snippet;
    const steps = [...snippet.steps, note];
    const text = [
      `Code for ${frameworks[framework].name}.`,
      ...files.map(({ path, code }) => `File ${path}:\n\`\`\`\n${code}\n\`\`\``),
      steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
    ].join('\n\n');
    return { text, data: { framework, files, steps, key_included: key !== undefined } };
  },
});

/** The project's API key, and what the user must know about it. */
async function findKey(api: Api, projectId: number | undefined): Promise<{ key?: string; note: string }> {
  try {
    const id = projectId ?? (await onlyProject(api));
    if (id === undefined) {
      return {
        note: `Replace ${placeholder}: there is not exactly one project. Find projects with list_honeycombs and call this tool again with project_id.`,
      };
    }
    const { api_key, name } = await api.request('GET /mcp/honeycombs/:project_id', { project_id: id });
    return {
      key: api_key,
      note: `The API key belongs to project ${id}, ${quote(name)}. It is safe to publish: it can only send reports.`,
    };
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 403)) throw error;
    return {
      note: `Replace ${placeholder} with the API key in the project settings. This token cannot read it: it lacks the scope read:honeycombs.`,
    };
  }
}

async function onlyProject(api: Api): Promise<number | undefined> {
  const { items } = await api.request('GET /mcp/honeycombs', {});
  return items.length === 1 ? items[0]?.id : undefined;
}

export const installTools = [verifyApiKey, detectFramework, getInstallSnippet];
