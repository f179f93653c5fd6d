import { type Host, type HostFile, type HostPlace, joinPath, settingsFolder } from './host.ts';
import { type JsonForm, readJsonHost, writeJsonHost } from './json-host.ts';
import { jsoncMember } from './jsonc.ts';
import { VSCODE_BUILDS } from './vscode.ts';

const FILE = 'cline_mcp_settings.json';

const form: JsonForm = {
  hostName: 'Cline',
  lists: (_root, file) => [{ path: file.servers, project: '' }],
  runPath: (entry) => (jsoncMember(entry, 'transport')?.value.kind === 'object' ? ['transport'] : []),
  opening: { type: 'stdio', disabled: false },
  knowsCwd: true,
};

/**
 * Cline: `cline_mcp_settings.json`, since version 4 below `~/.cline` (docs.cline.bot, "Config"), before that in
 * the storage that VS Code gives the extension. Entries may have their command below `transport`.
 */
export const cline: Host = {
  id: 'cline',
  name: form.hostName,
  variables: 'editor',
  files,
  read: (text, file) => readJsonHost(form, text, file),
  write: (text, file, server, at) => writeJsonHost(form, text, file, server, at),
};

function files(place: HostPlace): readonly HostFile[] {
  const settings = settingsFolder(place);
  const storage = ['User', 'globalStorage', 'saoudrizwan.claude-dev', 'settings', FILE];
  return [
    joinPath(place, place.home, '.cline', 'data', 'settings', FILE),
    ...VSCODE_BUILDS.map((build) => joinPath(place, settings, build, ...storage)),
  ].map((path): HostFile => ({ path, scope: 'user', servers: ['mcpServers'] }));
}
