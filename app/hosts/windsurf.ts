import { joinPath } from './host.ts';
import { jsonHost } from './json-host.ts';

/** Windsurf: `~/.codeium/windsurf/mcp_config.json` on every system (docs.windsurf.com, "Cascade MCP"). */
export const windsurf = jsonHost(
  {
    id: 'windsurf',
    name: 'Windsurf',
    variables: 'editor',
    files: (place) => [
      {
        path: joinPath(place, place.home, '.codeium', 'windsurf', 'mcp_config.json'),
        scope: 'user',
        servers: ['mcpServers'],
      },
    ],
  },
  { remote: { key: 'serverUrl' } },
);
