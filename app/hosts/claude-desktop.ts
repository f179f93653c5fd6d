import { type HostFile, type HostPlace, joinPath, localFolder, settingsFolder } from './host.ts';
import { jsonHost } from './json-host.ts';

const SERVERS = ['mcpServers'];
const FILE = 'claude_desktop_config.json';

/** Claude Desktop: `claude_desktop_config.json` (modelcontextprotocol.io, "Connect to local MCP servers"). */
export const claudeDesktop = jsonHost(
  {
    id: 'claude-desktop',
    name: 'Claude Desktop',
    variables: 'none',
    files: (place) => paths(place).map((path): HostFile => ({ path, scope: 'user', servers: SERVERS })),
  },
  { remote: 'Claude Desktop keeps servers at an address as connectors in its settings, not in this file.' },
);

function paths(place: HostPlace): readonly string[] {
  const usual = joinPath(place, settingsFolder(place), 'Claude', FILE);
  if (place.platform !== 'win32') return [usual];
  // The MSIX package, the usual installation since 2026, sees this folder instead of APPDATA.
  const packaged = ['Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude', FILE];
  return [joinPath(place, localFolder(place), ...packaged), usual];
}
