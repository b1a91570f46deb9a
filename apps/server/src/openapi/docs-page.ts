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

/**
 * Makes whoever signs up or logs in with "Execute" signed in for all other calls on the page. These go to where the page was
 * loaded from, which may be another address of the service than the one in the document: the page may call nothing else.
 */
const pageScript = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const followColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followColours);
followColours();

const build = window.SwaggerUIBundle;
window.SwaggerUIBundle = Object.assign((config) => {
  const responseInterceptor = (response) => signIn(ui, response);
  const ui = build({ ...config, requestInterceptor: callHome, responseInterceptor });
  return ui;
}, build);

function callHome(request) {
  const { pathname, search } = new URL(request.url, location.href);
  request.url = location.origin + pathname + search;
  return request;
}

function signIn(ui, response) {
  const token = response.ok && response.body && response.body.access_token;
  if (token) ui.preauthorizeApiKey('session', token);
  return response;
}
`;
