import { type Host, type HostFile, joinPath } from './host.ts';
import { type JsonForm, readJsonHost, writeJsonHost } from './json-host.ts';

const SERVERS = ['mcpServers'];

const form: JsonForm = {
  hostName: 'Cursor',
  lists: (_root, file) => [{ path: file.servers, project: '' }],
  opening: {},
  knowsCwd: false,
};

/** Cursor: `~/.cursor/mcp.json` and a project's `.cursor/mcp.json` (cursor.com/docs/mcp). */
export const cursor: Host = {
  id: 'cursor',
  name: form.hostName,
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
  read: (text, file) => readJsonHost(form, text, file),
  write: (text, file, server, at) => writeJsonHost(form, text, file, server, at),
};
