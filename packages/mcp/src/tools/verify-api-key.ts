import Type from 'typebox';
import { ApiProblem } from '../problem.ts';
import { defineTool, looks } from '../tool.ts';

export const verifyApiKey = defineTool({
  name: 'verify_api_key',
  title: 'Check a project key',
  description:
    'Checks whether a project key (sk_…) is accepted, and says which plan its project is on. Use it after installing a snippet, or when reports do not arrive.',
  scope: null,
  annotations: { ...looks, openWorldHint: false },
  input: Type.Object({ api_key: Type.String({ minLength: 1, maxLength: 200 }) }),
  output: Type.Object({ valid: Type.Boolean(), plan: Type.Optional(Type.String()) }),
  async run(api, { api_key }) {
    if (!/^sk_[\x21-\x7e]{1,100}$/.test(api_key)) {
      return { text: 'This is no project key: those begin with sk_.', data: { valid: false } };
    }
    try {
      const { plan } = await api.request('GET /widget/info', {}, { apiKey: api_key });
      return { text: `The key is valid. Its project is on the plan ${plan}.`, data: { valid: true, plan } };
    } catch (error) {
      if (!(error instanceof ApiProblem && error.status === 401)) throw error;
      return {
        text: `${api.baseUrl} does not accept this key: it is unknown there, or has been revoked. The right one is in the project's settings, and get_install_snippet knows it.`,
        data: { valid: false },
      };
    }
  },
});
