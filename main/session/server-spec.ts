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

/** Names that nearly every script of a package has, and folders that stand between it and the package's own. */
const ENTRY = /^(index|main|cli|__main__)\.\w+$/;
const OUTPUT = /^(\.|dist|build|lib|src|out|bin|esm|cjs)$/;

/** A short name for a server: the script or package that its command runs, or the folder of a script named `index`. */
export function serverLabel(command: string, args: readonly string[]): string {
  const parts = [command, ...args].filter((part) => !part.startsWith('-') && part !== 'exec');
  const runner = /^(node|npx|bunx|uvx|uv|python3?|deno|tsx|sh|bash)(\.exe|\.cmd)?$/i;
  const named = parts.find((part) => !runner.test(baseName(part))) ?? command;
  return named.startsWith('@') ? named : (packageOf(named) ?? baseName(named));
}

function packageOf(script: string): string | undefined {
  const [name = '', ...folders] = script.split(/[\\/]/).toReversed();
  const own = ENTRY.test(name) ? folders.find((folder) => !OUTPUT.test(folder)) : undefined;
  return own === undefined || own === '' || own === '..' ? undefined : own;
}

function baseName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}
