import { jsonHost } from './json-host.ts';

/** Windsurf: one file on every system (docs.windsurf.com, "Cascade MCP"). */
export const windsurf = jsonHost('windsurf', 'editor', { remote: { key: 'serverUrl' } });
