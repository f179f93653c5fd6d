import { configFolder, type HostFile, type HostPlace, joinPath, roamingFolder } from './host.ts';
import { jsonHost } from './json-host.ts';
import { jsoncMember, jsoncString } from './jsonc.ts';

const SERVERS = ['context_servers'];

/** Zed: `context_servers` in `settings.json` of the user and of a project (zed.dev/docs/ai/mcp). */
export const zed = jsonHost(
  { id: 'zed', name: 'Zed', variables: 'none', files },
  {
    // Older versions wrote the command as an object with `path`.
    runPath: (entry) => (jsoncMember(entry, 'command')?.value.type === 'object' ? ['command'] : []),
    commandKey: (entry) => (jsoncMember(entry, 'command')?.value.type === 'object' ? 'path' : 'command'),
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
  },
);

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
