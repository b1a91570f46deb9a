import { serverCode } from './javascript.ts';
import { oneFile, type Render } from './snippet.ts';

export const express: Render = (target) =>
  oneFile(
    'skep.js',
    `${serverCode(target, false)}

export function skepErrors(error, request, response, next) {
  void reportBug(error, \`\${request.method} \${request.path}\`);
  next(error);
}`,
    "After all routes and before other error handlers: import { skepErrors } from './skep.js'; app.use(skepErrors);",
  );

export const fastify: Render = (target) =>
  oneFile(
    'skep.js',
    `${serverCode(target, false)}

export async function skepErrors(request, reply, error) {
  if ((error.statusCode ?? 500) >= 500) void reportBug(error, \`\${request.method} \${request.routeOptions.url}\`);
}`,
    "Before the routes: import { skepErrors } from './skep.js'; app.addHook('onError', skepErrors);",
  );

export const nestjs: Render = (target) =>
  oneFile(
    'src/skep.filter.ts',
    `import { type ArgumentsHost, Catch, HttpException } from '@nestjs/common';
import { BaseExceptionFilter } from '@nestjs/core';

${serverCode(target, true)}

@Catch()
export class SkepFilter extends BaseExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const isFault = !(error instanceof HttpException) || error.getStatus() >= 500;
    if (isFault) void reportBug(error, host.switchToHttp().getRequest().url);
    super.catch(error, host);
  }
}`,
    'In src/main.ts, before listen(): app.useGlobalFilters(new SkepFilter(app.get(HttpAdapterHost).httpAdapter)); HttpAdapterHost comes from @nestjs/core.',
  );

export const node: Render = (target) =>
  oneFile(
    'skep.js',
    `${serverCode(target, false)}

// Of promises that nobody waited for, too. The process ends as it would have.
process.on('uncaughtException', async (error) => {
  console.error(error);
  await reportBug(error, process.argv.slice(1, 3).join(' '));
  process.exit(1);
});`,
    "Make this the first line of the program: import './skep.js'; (the file is an ES module: name it skep.mjs where package.json does not say so)",
  );
