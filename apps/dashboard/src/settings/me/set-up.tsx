import { useState } from 'react';
import { Code } from '../parts/code.tsx';
import { Switcher } from '../parts/switcher.tsx';

interface Client {
  name: string;
  /** Where the snippet belongs: a file or the terminal. */
  place: string;
  text: (url: string, token: string) => string;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** Configuration snippet of each client, as in docs/mcp.md. */
const clients = {
  claude: {
    name: 'Claude Code',
    place: 'Terminal',
    text: (url, token) => `claude mcp add --transport http skep ${url} --header "X-MCP-Token: ${token}"`,
  },
  cursor: {
    name: 'Cursor',
    place: '~/.cursor/mcp.json',
    text: (url, token) => json({ mcpServers: { skep: { url, headers: { 'X-MCP-Token': token } } } }),
  },
  vscode: {
    name: 'VS Code',
    place: '.vscode/mcp.json (VS Code asks for the token once and stores it)',
    text: (url) =>
      json({
        inputs: [{ type: 'promptString', id: 'skep-token', description: 'Skep MCP token', password: true }],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code replaces the placeholder
        servers: { skep: { type: 'http', url, headers: { 'X-MCP-Token': '${input:skep-token}' } } },
      }),
  },
  other: {
    name: 'Other',
    place: 'Common format; the transport is Streamable HTTP',
    text: (url, token) =>
      json({ mcpServers: { skep: { type: 'http', url, headers: { Authorization: `Bearer ${token}` } } } }),
  },
} satisfies Record<string, Client>;

type ClientName = keyof typeof clients;

export function SetUp({ token }: { token: string }) {
  const [chosen, setChosen] = useState<ClientName>('claude');
  const client: Client = clients[chosen];
  return (
    <>
      <Switcher
        label="Assistant"
        choices={Object.entries(clients).map(([value, { name }]) => ({ value: value as ClientName, name }))}
        value={chosen}
        onChange={setChosen}
      />
      <Code caption={client.place} what={`setup for ${client.name}`}>
        {client.text(`${location.origin}/mcp`, token)}
      </Code>
    </>
  );
}
