import packageJson from '../package.json' with { type: 'json' };

export const version: string = packageJson.version;

const commands: Record<string, { summary: string; run(args: string[]): Promise<number> }> = {
  admin: {
    summary: 'Administer this installation: plans, limits, passwords, backups',
    run: async (args) => (await import('@skep/server/admin')).runAdmin(args),
  },
  mcp: {
    summary: 'Serve MCP over stdio for AI assistants',
    run: async (args) => (await import('./mcp.ts')).runMcp(args),
  },
};

const help = [
  'Usage: skep <command>',
  '',
  ...Object.entries(commands).map(([name, { summary }]) => `  skep ${name.padEnd(10)} ${summary}`),
  `  skep ${'--version'.padEnd(10)} Print the version`,
].join('\n');

const [name = 'help', ...args] = process.argv.slice(2);
const command = commands[name];
if (command) process.exitCode = await command.run(args);
else if (name === '--version' || name === '-v') console.log(version);
else if (name === 'help' || name === '--help' || name === '-h') console.log(help);
else {
  console.error(help);
  process.exitCode = 2;
}
