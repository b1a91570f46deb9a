import * as go from './snippets/go.ts';
import * as javascript from './snippets/javascript.ts';
import * as others from './snippets/others.ts';
import * as php from './snippets/php.ts';
import * as python from './snippets/python.ts';
import type { Render } from './snippets/snippet.ts';

/** Frameworks and languages that have a snippet in the MCP tools and the dashboard. */
export const frameworks = {
  nextjs: { name: 'Next.js', language: 'TypeScript' },
  nuxt: { name: 'Nuxt', language: 'TypeScript' },
  sveltekit: { name: 'SvelteKit', language: 'TypeScript' },
  'react-router': { name: 'React Router (Remix)', language: 'TypeScript' },
  astro: { name: 'Astro', language: 'TypeScript' },
  angular: { name: 'Angular', language: 'TypeScript' },
  vue: { name: 'Vue', language: 'TypeScript' },
  svelte: { name: 'Svelte', language: 'TypeScript' },
  react: { name: 'React', language: 'TypeScript' },
  html: { name: 'Plain web page', language: 'HTML' },
  nestjs: { name: 'NestJS', language: 'TypeScript' },
  fastify: { name: 'Fastify', language: 'JavaScript' },
  express: { name: 'Express', language: 'JavaScript' },
  node: { name: 'Node.js', language: 'JavaScript' },
  django: { name: 'Django', language: 'Python' },
  fastapi: { name: 'FastAPI', language: 'Python' },
  flask: { name: 'Flask', language: 'Python' },
  python: { name: 'Python', language: 'Python' },
  rails: { name: 'Ruby on Rails', language: 'Ruby' },
  ruby: { name: 'Ruby', language: 'Ruby' },
  laravel: { name: 'Laravel', language: 'PHP' },
  symfony: { name: 'Symfony', language: 'PHP' },
  php: { name: 'PHP', language: 'PHP' },
  gin: { name: 'Gin', language: 'Go' },
  go: { name: 'Go', language: 'Go' },
  spring: { name: 'Spring Boot', language: 'Java' },
  aspnet: { name: 'ASP.NET Core', language: 'C#' },
  curl: { name: 'Shell or CI job', language: 'Shell' },
} as const;

export type FrameworkId = keyof typeof frameworks;
export const frameworkIds = Object.keys(frameworks) as FrameworkId[];

const { reactRouter, ...javascriptOthers } = javascript;

export const snippets: Record<FrameworkId, Render> = {
  ...javascriptOthers,
  'react-router': reactRouter,
  ...python,
  ...php,
  ...go,
  ...others,
};
