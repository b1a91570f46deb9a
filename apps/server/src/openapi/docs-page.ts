import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** Serves interactive documentation (Swagger UI), all of it from our own origin. */
export async function serveDocs(app: FastifyInstance): Promise<void> {
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, door: 'public' };
    });
    // The page is built by scripts from our own origin: it may load from here and style itself, and no more.
    docs.addHook('onSend', async (_request, reply) => {
      reply.header(
        'content-security-policy',
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
      );
    });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: {
        layout: 'BaseLayout',
        persistAuthorization: true,
        docExpansion: 'list',
        tryItOutEnabled: true,
      },
      theme: {
        title: 'Skep API',
        js: [{ filename: 'page.js', content: pageScript }],
      },
    });
  });
}

/** Makes whoever signs up or logs in with "Execute" signed in for all other calls on the page. */
const pageScript = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const followColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followColours);
followColours();

const build = window.SwaggerUIBundle;
window.SwaggerUIBundle = Object.assign((config) => {
  const ui = build({ ...config, responseInterceptor: (response) => signIn(ui, response) });
  return ui;
}, build);

function signIn(ui, response) {
  const token = response.ok && response.body && response.body.access_token;
  if (token) ui.preauthorizeApiKey('session', token);
  return response;
}
`;
