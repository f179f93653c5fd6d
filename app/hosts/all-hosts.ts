import { claudeCode } from './claude-code.ts';
import { gooseHost, type YamlTool } from './goose.ts';
import type { Host } from './host.ts';
import { jsonHost } from './json-host.ts';
import { jsoncMember, jsoncString } from './jsonc.ts';
import { vscode } from './vscode.ts';

/** Claude Desktop: `claude_desktop_config.json`; its MSIX package, usual since 2026, has its own folder. */
export const claudeDesktop = jsonHost('claude-desktop', 'none', {
  remote: 'Claude Desktop keeps servers at an address as connectors in its settings, not in this file.',
});

/** Cursor: a user file and a project file (cursor.com/docs/mcp). */
export const cursor = jsonHost('cursor', 'editor');

/** Windsurf: one file on every system (docs.windsurf.com, "Cascade MCP"). */
export const windsurf = jsonHost('windsurf', 'editor', { remote: { key: 'serverUrl' } });

/** Cline: `cline_mcp_settings.json`, since version 4 in `~/.cline` (docs.cline.bot, "Config"), else in VS Code's. */
export const cline = jsonHost('cline', 'editor', {
  runPath: (entry) => (jsoncMember(entry, 'transport')?.value.type === 'object' ? ['transport'] : []),
  opening: { type: 'stdio', disabled: false },
  knowsCwd: true,
  remote: { type: 'streamableHttp' },
});

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

/** Every host whose files are read, in display order. */
export function allHosts(yaml: YamlTool): readonly Host[] {
  return [claudeDesktop, claudeCode, cursor, vscode, windsurf, cline, zed, gooseHost(yaml)];
}
