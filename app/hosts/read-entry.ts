import { isAddress } from '../frame/http-record.ts';
import type { EnvironmentEntry, RemoteRun, StdioRun, UnsupportedRun } from './host.ts';
import { type JsoncNode, jsoncElements, jsoncMember, jsoncMembers, jsoncString } from './jsonc.ts';
import { TAPPED_ADDRESS } from './tap-command.ts';

/** Takes a sentence about a node. */
export type ReportProblem = (message: string, node: JsoncNode) => void;

/** The members for a remote server's address. */
export const REMOTE_KEYS = ['url', 'serverUrl', 'httpUrl', 'uri'] as const;
const REMOTE_TYPES = ['sse', 'http', 'streamable-http', 'streamableHttp', 'streamable_http', 'ws'];

/** How a server entry is run: `command`, `args`, `env`, `cwd`, `envFile`; or `url` and the like for a remote one. */
export function readRun(
  node: JsoncNode,
  report: ReportProblem,
  commandKey: 'command' | 'path' = 'command',
): StdioRun | RemoteRun | UnsupportedRun {
  if (node.type !== 'object') return { kind: 'unsupported', reason: 'Its entry is not an object in braces.' };
  const type = jsoncString(node, 'type') ?? '';
  const command = jsoncString(node, commandKey);
  if (REMOTE_TYPES.includes(type) || (command === undefined && urlOf(node) !== undefined)) {
    return remoteRun(type, urlOf(node), readEnvironment(jsoncMember(node, 'headers')?.value, report));
  }
  if (type !== '' && type !== 'stdio') {
    return { kind: 'unsupported', reason: `Tierscope does not know its type "${type}".` };
  }
  if (command === undefined || command.trim() === '') {
    return { kind: 'unsupported', reason: 'It names no command.' };
  }
  const { args, complete } = readArgs(node, report);
  if (!complete) return { kind: 'unsupported', reason: 'Its args are not a list of texts.' };
  return {
    kind: 'stdio',
    command,
    args,
    env: readEnvironment(jsoncMember(node, 'env')?.value, report),
    envNames: [],
    envFile: jsoncString(node, 'envFile') ?? '',
    cwd: jsoncString(node, 'cwd') ?? '',
  };
}

/** The run of a remote server, at its own address even behind a tap. */
export function remoteRun(
  type: string,
  address: string | undefined,
  headers: readonly EnvironmentEntry[],
): RemoteRun | UnsupportedRun {
  const url = address?.replace(TAPPED_ADDRESS, '');
  if (url !== undefined && (isAddress(url) || url.startsWith('${')) && type !== 'ws')
    return { kind: 'remote', command: url, args: [], env: headers, envNames: [], envFile: '', cwd: '' };
  const kind = type === '' ? 'a remote server' : `a remote server (${type})`;
  const at = url === undefined || url === '' ? '' : ` at ${url}`;
  return { kind: 'unsupported', reason: `It is ${kind}${at}; Tierscope connects over stdio and HTTP.` };
}

/** True if the entry is switched off: `disabled: true` or `enabled: false`. */
export function readDisabled(entry: JsoncNode): boolean {
  const disabled = jsoncMember(entry, 'disabled')?.value;
  return disabled?.value === true || jsoncMember(entry, 'enabled')?.value.value === false;
}

function urlOf(node: JsoncNode): string | undefined {
  for (const key of REMOTE_KEYS) {
    const url = jsoncString(node, key);
    if (url !== undefined) return url;
  }
  return undefined;
}

function readArgs(node: JsoncNode, report: ReportProblem): { args: readonly string[]; complete: boolean } {
  const member = jsoncMember(node, 'args');
  if (member === undefined) return { args: [], complete: true };
  const { value } = member;
  if (value.type === 'null') return { args: [], complete: true };
  if (value.type !== 'array') {
    report('args is not a list.', value);
    return { args: [], complete: false };
  }
  const args: string[] = [];
  const elements = jsoncElements(value);
  for (const element of elements) {
    if (typeof element.value === 'string') args.push(element.value);
    else report('This argument is not a text.', element);
  }
  return { args, complete: args.length === elements.length };
}

function readEnvironment(node: JsoncNode | undefined, report: ReportProblem): readonly EnvironmentEntry[] {
  if (node === undefined || node.type === 'null') return [];
  if (node.type !== 'object') {
    report('env is not an object in braces.', node);
    return [];
  }
  const entries = new Map<string, EnvironmentEntry>();
  for (const { key, value } of jsoncMembers(node)) {
    if (value.children !== undefined) report(`The value of ${key} is not a text.`, value);
    // In VS Code, null means that the server must not inherit the variable.
    else if (value.value === null) entries.delete(key);
    else entries.set(key, { name: key, value: String(value.value) });
  }
  return [...entries.values()];
}
