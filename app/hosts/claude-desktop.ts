import { jsonHost } from './json-host.ts';

/** Claude Desktop: `claude_desktop_config.json`; its MSIX package, usual since 2026, has its own folder. */
export const claudeDesktop = jsonHost('claude-desktop', 'none', {
  remote: 'Claude Desktop keeps servers at an address as connectors in its settings, not in this file.',
});
