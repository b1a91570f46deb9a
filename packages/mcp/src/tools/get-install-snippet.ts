import Type from 'typebox';
import type { Api } from '../api.ts';
import { type FrameworkId, frameworkIds, frameworks } from '../frameworks/frameworks.ts';
import { snippets } from '../frameworks/snippets/index.ts';
import type { Snippet } from '../frameworks/snippets/snippet.ts';
import { ApiProblem } from '../problem.ts';
import { Id, OneOf } from '../schema.ts';
import { defineTool, looks } from '../tool.ts';
import { quote } from '../untrusted.ts';

const placeholder = 'sk_YOUR_PROJECT_KEY';

export const getInstallSnippet = defineTool({
  name: 'get_install_snippet',
  title: 'Get the code to install',
  description:
    "Gives the code that sends a project's errors to this service, for one framework, with the project's key in it when the token may read that. Use it after detect_framework, and verify_api_key afterwards.",
  scope: null,
  annotations: { ...looks, openWorldHint: false },
  input: Type.Object({
    framework: OneOf(frameworkIds),
    project_id: Type.Optional(Id('Default: the only one')),
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
    const { files, steps } = snippets[framework]({ endpoint, key: key ?? placeholder });
    const snippet = { files, steps: [...steps, note] };
    return {
      text: describe(framework, snippet),
      data: { framework, ...snippet, key_included: key !== undefined },
    };
  },
});

interface FoundKey {
  key?: string;
  /** What to do about it. */
  note: string;
}

async function findKey(api: Api, projectId: number | undefined): Promise<FoundKey> {
  try {
    const id = projectId ?? (await onlyProject(api));
    if (id === undefined) {
      return {
        note: `Replace ${placeholder}: there are several projects, or none. list_honeycombs names them; call this tool again with project_id.`,
      };
    }
    const { api_key, name } = await api.request('GET /mcp/honeycombs/:project_id', { project_id: id });
    return {
      key: api_key,
      note: `The key is that of project ${id}, ${quote(name)}. It is publishable: it can only send reports.`,
    };
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 403)) throw error;
    return {
      note: `Replace ${placeholder} by the key in the project's settings: this token may not read it, which takes the scope read:honeycombs.`,
    };
  }
}

async function onlyProject(api: Api): Promise<number | undefined> {
  const { items } = await api.request('GET /mcp/honeycombs', {});
  return items.length === 1 ? items[0]?.id : undefined;
}

function describe(framework: FrameworkId, { files, steps }: Snippet): string {
  const parts = files.map(({ path, code }) => `File ${path}:\n\`\`\`\n${code}\n\`\`\``);
  const list = steps.map((step, index) => `${index + 1}. ${step}`);
  return [`Code for ${frameworks[framework].name}.`, ...parts, list.join('\n')].join('\n\n');
}
