import { configFolder, type Host, type HostFile, type HostPlace, joinPath, roamingFolder } from './host.ts';
import { type JsonForm, readJsonHost, writeJsonHost } from './json-host.ts';
import { jsoncMember, jsoncString } from './jsonc.ts';

const SERVERS = ['context_servers'];

const form: JsonForm = {
  hostName: 'Zed',
  lists: (_root, file) => [{ path: file.servers, project: '' }],
  // Older versions wrote the command as an object with `path`.
  runPath: (entry) => (jsoncMember(entry, 'command')?.value.kind === 'object' ? ['command'] : []),
  commandKey: (entry) => (jsoncMember(entry, 'command')?.value.kind === 'object' ? 'path' : 'command'),
  refuses: (entry) => {
    const known = jsoncMember(entry, 'command') !== undefined || jsoncMember(entry, 'url') !== undefined;
    return known ||
      (jsoncString(entry, 'source') !== 'extension' && jsoncMember(entry, 'settings') === undefined)
      ? undefined
      : {
          kind: 'unsupported',
          reason: 'A Zed extension starts it; the file does not say with which command.',
        };
  },
  opening: { source: 'custom' },
  knowsCwd: false,
};

/** Zed: `context_servers` in `settings.json` of the user and of a project (zed.dev/docs/ai/mcp). */
export const zed: Host = {
  id: 'zed',
  name: form.hostName,
  variables: 'none',
  files,
  read: (text, file) => readJsonHost(form, text, file),
  write: (text, file, server, at) => writeJsonHost(form, text, file, server, at),
};

function files(place: HostPlace): readonly HostFile[] {
  const folder =
    place.platform === 'win32'
      ? joinPath(place, roamingFolder(place), 'Zed')
      : joinPath(
          place,
          place.platform === 'darwin' ? joinPath(place, place.home, '.config') : configFolder(place),
          'zed',
        );
  const user: HostFile = { path: joinPath(place, folder, 'settings.json'), scope: 'user', servers: SERVERS };
  if (place.project === undefined) return [user];
  const path = joinPath(place, place.project, '.zed', 'settings.json');
  return [{ path, scope: 'project', servers: SERVERS }, user];
}
