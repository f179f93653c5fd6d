import { type HostFile, type HostPlace, joinPath, settingsFolder } from './host.ts';
import { jsonHost } from './json-host.ts';
import { jsoncMember } from './jsonc.ts';
import { VSCODE_BUILDS } from './vscode.ts';

const FILE = 'cline_mcp_settings.json';

/** Cline: `cline_mcp_settings.json`, since 4 below `~/.cline` (docs.cline.bot, "Config"), else in VS Code's. */
export const cline = jsonHost(
  { id: 'cline', name: 'Cline', variables: 'editor', files },
  {
    runPath: (entry) => (jsoncMember(entry, 'transport')?.value.type === 'object' ? ['transport'] : []),
    opening: { type: 'stdio', disabled: false },
    knowsCwd: true,
    remote: { type: 'streamableHttp' },
  },
);

function files(place: HostPlace): readonly HostFile[] {
  const settings = settingsFolder(place);
  const storage = ['User', 'globalStorage', 'saoudrizwan.claude-dev', 'settings', FILE];
  return [
    joinPath(place, place.home, '.cline', 'data', 'settings', FILE),
    ...VSCODE_BUILDS.map((build) => joinPath(place, settings, build, ...storage)),
  ].map((path): HostFile => ({ path, scope: 'user', servers: ['mcpServers'] }));
}
