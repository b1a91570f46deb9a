import { describe, expect, it } from 'vitest';
import { detect } from './detect.ts';

const packageJson = (...names: string[]) =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '^1.0.0'])) });

describe('a framework is seen in', () => {
  it.each([
    ['package.json', packageJson('next', 'react', 'express'), 'nextjs'],
    ['package.json', packageJson('nuxt', 'vue'), 'nuxt'],
    ['package.json', '{"devDependencies":{"svelte":"5","@sveltejs/kit":"2"}}', 'sveltekit'],
    ['package.json', packageJson('svelte'), 'svelte'],
    ['package.json', packageJson('@react-router/dev', 'react'), 'react-router'],
    ['package.json', packageJson('@remix-run/react', 'react'), 'react-router'],
    ['package.json', packageJson('astro', 'react'), 'astro'],
    ['package.json', packageJson('@angular/core'), 'angular'],
    ['package.json', packageJson('vue', 'vite'), 'vue'],
    ['package.json', packageJson('react', 'react-dom', 'vite'), 'react'],
    ['package.json', packageJson('@nestjs/core', 'express'), 'nestjs'],
    ['package.json', packageJson('fastify'), 'fastify'],
    ['package.json', packageJson('express', 'nextjs-like'), 'express'],
    ['package.json', '{}', 'node'],
    ['requirements.txt', '# flask\nDjango==5.2\npsycopg', 'django'],
    ['requirements-dev.txt', 'pytest\nflask>=3', 'flask'],
    ['requirements.txt', 'django-extensions-like==1\nrequests', 'python'],
    ['pyproject.toml', '[project]\ndependencies = ["fastapi[standard]>=0.110"]', 'fastapi'],
    ['pyproject.toml', '[tool.poetry.dependencies]\npython = "^3.12"\nflask = "^3"', 'flask'],
    ['Pipfile', '[packages]\ndjango = "*"', 'django'],
    ['Gemfile', 'source "https://rubygems.org"\ngem "rails", "~> 8.0"', 'rails'],
    ['Gemfile', "gem 'sinatra'", 'ruby'],
    ['composer.json', '{"require":{"php":"^8.3","laravel/framework":"^12"}}', 'laravel'],
    ['composer.json', '{"require":{"symfony/framework-bundle":"7.*"}}', 'symfony'],
    ['composer.json', '{"require":{"monolog/monolog":"3"}}', 'php'],
    ['go.mod', 'module x\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.10.0\n)', 'gin'],
    ['go.mod', 'module x\nrequire github.com/gin-gonic/gin v1.10.0', 'gin'],
    ['go.mod', 'module x\nrequire github.com/gin-contrib/cors v1', 'go'],
    ['pom.xml', '<artifactId>spring-boot-starter-web</artifactId>', 'spring'],
    ['build.gradle', "plugins { id 'org.springframework.boot' version '3.5.0' }", 'spring'],
    ['build.gradle.kts', 'plugins { id("org.springframework.boot") version "3.5.0" }', 'spring'],
    ['Shop.csproj', '<Project Sdk="Microsoft.NET.Sdk.Web">', 'aspnet'],
    ['index.html', '<!doctype html><title>Shop</title>', 'html'],
    ['apps/web/package.json', packageJson('next'), 'nextjs'],
    ['web\\package.json', packageJson('vue'), 'vue'],
  ])('%s: %s', (name, content, framework) => {
    expect(detect([{ name, content }], [])[0]?.framework).toBe(framework);
  });

  it.each([
    ['notes.txt', 'django'],
    ['package.json', '{"dependencies":'],
    ['pom.xml', '<artifactId>junit</artifactId>'],
    ['Tool.csproj', '<Project Sdk="Microsoft.NET.Sdk">'],
    ['my-package.json', packageJson('next')],
  ])('nothing of %s: %s', (name, content) => {
    expect(detect([{ name, content }], [])).toEqual([]);
  });

  it.each(['null', '5', '"next"', '{"dependencies":null}', '{"dependencies":["next"]}'])(
    'a manifest that is %s without a fault',
    (content) => {
      expect(detect([{ name: 'package.json', content }], [])[0]?.framework).toBe('node');
    },
  );
});

it('names the most telling first, and the others after it', () => {
  const files = [
    { name: 'index.html', content: '' },
    { name: 'package.json', content: packageJson('vue') },
    { name: 'composer.json', content: '{"require":{"laravel/framework":"12"}}' },
  ];
  expect(detect(files, []).map(({ framework }) => framework)).toEqual(['laravel', 'vue', 'html']);
});

it('says by what', () => {
  const [found] = detect([{ name: 'apps/web/package.json', content: packageJson('next') }], []);
  expect(found?.evidence).toBe('the dependency next in apps/web/package.json');
});

describe('the package manager', () => {
  it.each([
    ['package.json', '{"packageManager":"pnpm@10.1.0"}', ['package-lock.json'], 'pnpm'],
    ['package.json', '{}', ['yarn.lock'], 'yarn'],
    ['package.json', '{}', ['web/bun.lock'], 'bun'],
    ['package.json', '{}', [], 'npm'],
    ['pyproject.toml', '[tool.poetry]', [], 'poetry'],
    ['pyproject.toml', '[project]', ['uv.lock'], 'uv'],
    ['Pipfile', '', [], 'pipenv'],
    ['requirements.txt', '', [], 'pip'],
    ['Gemfile', '', [], 'bundler'],
    ['composer.json', '{}', [], 'composer'],
    ['go.mod', '', [], 'go'],
    ['pom.xml', '<artifactId>spring-boot</artifactId>', [], 'maven'],
    ['index.html', '', ['yarn.lock'], undefined],
  ])('of %s %s beside %j is %s', (name, content, others, manager) => {
    expect(detect([{ name, content }], others)[0]?.package_manager).toBe(manager);
  });
});
