import { type HostFile, joinPath } from './host.ts';
import { jsonHost } from './json-host.ts';

const SERVERS = ['mcpServers'];

/** Cursor: `~/.cursor/mcp.json` and a project's `.cursor/mcp.json` (cursor.com/docs/mcp). */
export const cursor = jsonHost({
  id: 'cursor',
  name: 'Cursor',
  variables: 'editor',
  files: (place) => {
    const file = (base: string, scope: HostFile['scope']): HostFile => ({
      path: joinPath(place, base, '.cursor', 'mcp.json'),
      scope,
      servers: SERVERS,
    });
    const user = file(place.home, 'user');
    return place.project === undefined ? [user] : [file(place.project, 'project'), user];
  },
});
