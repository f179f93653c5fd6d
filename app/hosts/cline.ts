import { jsonHost } from './json-host.ts';
import { jsoncMember } from './jsonc.ts';

/** Cline: `cline_mcp_settings.json`, since version 4 in `~/.cline` (docs.cline.bot, "Config"), else in VS Code's. */
export const cline = jsonHost('cline', 'editor', {
  runPath: (entry) => (jsoncMember(entry, 'transport')?.value.type === 'object' ? ['transport'] : []),
  opening: { type: 'stdio', disabled: false },
  knowsCwd: true,
  remote: { type: 'streamableHttp' },
});
