import { jsonHost } from './json-host.ts';
import { jsoncMember, jsoncString } from './jsonc.ts';

/** Zed: `context_servers` in the user's and a project's `settings.json` (zed.dev/docs/ai/mcp). */
export const zed = jsonHost('zed', 'none', {
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
          reason: 'A Zed extension starts it; the file does not name the command.',
        };
  },
  opening: { source: 'custom' },
});
