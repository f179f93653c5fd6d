import { type Host, type HostFile, type HostPlace, joinPath, localFolder, settingsFolder } from './host.ts';
import { type JsonForm, readJsonHost, writeJsonHost } from './json-host.ts';

const SERVERS = ['mcpServers'];
const FILE = 'claude_desktop_config.json';

const form: JsonForm = {
  hostName: 'Claude Desktop',
  lists: (_root, file) => [{ path: file.servers, project: '' }],
  opening: {},
  knowsCwd: false,
};

/** Claude Desktop: `claude_desktop_config.json` (modelcontextprotocol.io, "Connect to local MCP servers"). */
export const claudeDesktop: Host = {
  id: 'claude-desktop',
  name: form.hostName,
  variables: 'none',
  files: (place) => paths(place).map((path): HostFile => ({ path, scope: 'user', servers: SERVERS })),
  read: (text, file) => readJsonHost(form, text, file),
  write: (text, file, server, at) => writeJsonHost(form, text, file, server, at),
};

function paths(place: HostPlace): readonly string[] {
  const usual = joinPath(place, settingsFolder(place), 'Claude', FILE);
  if (place.platform !== 'win32') return [usual];
  // The MSIX package, the usual installation since 2026, sees this folder in place of APPDATA.
  const packaged = ['Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude', FILE];
  return [joinPath(place, localFolder(place), ...packaged), usual];
}
