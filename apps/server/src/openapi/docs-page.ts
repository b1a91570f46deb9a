import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** Interactive documentation, all of it from our own origin. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, door: 'public' };
    });
    // The page is a script of ours that builds itself: it may load from here and style itself, no more.
    docs.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
      );
    });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { persistAuthorization: true, docExpansion: 'list', tryItOutEnabled: true },
      theme: {
        title: 'Skep API',
        js: [{ filename: 'sign-in.js', content: signInScript }],
      },
    });
  });
}

/** Whoever signs up or logs in with "Execute" is signed in for all other calls on the page. */
const signInScript = `
const fetchOf = window.fetch;
window.fetch = async (...call) => {
  const response = await fetchOf(...call);
  if (/\\/api\\/v1\\/(auth|me)/.test(response.url) && response.ok) {
    const { access_token } = await response.clone().json().catch(() => ({}));
    if (access_token) window.ui.preauthorizeApiKey('session', access_token);
  }
  return response;
};
`;
