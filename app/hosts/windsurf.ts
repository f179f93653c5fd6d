import { type Host, joinPath } from './host.ts';
import { type JsonForm, readJsonHost, writeJsonHost } from './json-host.ts';

const form: JsonForm = {
  hostName: 'Windsurf',
  lists: (_root, file) => [{ path: file.servers, project: '' }],
  opening: {},
  knowsCwd: false,
};

/** Windsurf: `~/.codeium/windsurf/mcp_config.json` on every system (docs.windsurf.com, "Cascade MCP"). */
export const windsurf: Host = {
  id: 'windsurf',
  name: form.hostName,
  variables: 'editor',
  files: (place) => [
    {
      path: joinPath(place, place.home, '.codeium', 'windsurf', 'mcp_config.json'),
      scope: 'user',
      servers: ['mcpServers'],
    },
  ],
  read: (text, file) => readJsonHost(form, text, file),
  write: (text, file, server, at) => writeJsonHost(form, text, file, server, at),
};
