const commands: Record<string, { summary: string; run(args: string[]): Promise<number> }> = {
  admin: {
    summary: 'Changes plans, caps and passwords on the machine that runs the service',
    run: async (args) => (await import('@skep/server/admin')).runAdmin(args),
  },
  mcp: {
    summary: 'Serves AI assistants over standard input and output',
    run: async (args) => (await import('./mcp.ts')).runMcp(args),
  },
};

const [name = 'help', ...args] = process.argv.slice(2);
const command = commands[name];
if (command) {
  process.exitCode = await command.run(args);
} else {
  const lines = Object.entries(commands).map(([word, { summary }]) => `  skep ${word.padEnd(10)} ${summary}`);
  console.error(['Usage: skep <command>', ...lines].join('\n'));
  process.exitCode = name === 'help' || name === '--help' ? 0 : 2;
}
