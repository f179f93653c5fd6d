import type { HostFile } from './host.ts';
import { jsonHost, type ServerList } from './json-host.ts';
import { type JsoncNode, jsoncAt, jsoncElements, jsoncMember, jsoncMembers } from './jsonc.ts';

/** `~/.claude.json`, and a project's `.mcp.json` (code.claude.com/docs/en/mcp, "MCP installation scopes"). */
export const claudeCode = jsonHost('claude-code', 'claude-code', {
  lists,
  switchedOff,
  opening: { type: 'stdio' },
  remote: { type: 'http' },
});

/** The project file that Claude Code shares with other hosts. */
export const PROJECT_FILE = '.mcp.json';

function lists(root: JsoncNode | undefined, file: HostFile): readonly ServerList[] {
  const user: ServerList = { path: file.servers, project: '' };
  const projects = file.scope === 'user' ? jsoncMember(root, 'projects')?.value : undefined;
  const folders = new Set(jsoncMembers(projects).map((member) => member.key));
  return [
    user,
    ...[...folders].map((project): ServerList => ({ path: ['projects', project, 'mcpServers'], project })),
  ];
}

/** `/mcp` stores a project's switched-off servers in its `disabledMcpServers`. */
function switchedOff(root: JsoncNode | undefined, { project }: ServerList): ReadonlySet<unknown> {
  const off = project === '' ? undefined : jsoncAt(root, ['projects', project, 'disabledMcpServers']);
  return new Set(jsoncElements(off).map((element): unknown => element.value));
}
