import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';

/** How a server is started. Environment values are used and never recorded. */
export type ServerSpec = {
  readonly command: string;
  readonly args: readonly string[];
  /** The working directory; empty for the app's own. */
  readonly cwd: string;
  /** Variables beside the few that every MCP client passes on. */
  readonly env: Readonly<Record<string, string>>;
};

/**
 * The environment that a server starts with: what the official clients inherit by default
 * (SDK 1.32 client/stdio.js: HOME, LOGNAME, PATH, SHELL, TERM, USER), and the session's own.
 */
export function serverEnvironment(spec: ServerSpec): Record<string, string> {
  return { ...getDefaultEnvironment(), ...spec.env };
}
