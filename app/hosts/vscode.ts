import { ok, type Result } from '../base/result.ts';
import {
  type Host,
  type HostFile,
  type HostInput,
  type HostPlace,
  joinPath,
  type ServerToWrite,
  settingsFolder,
} from './host.ts';
import { inputIdsOf } from './host-variables.ts';
import { jsonHost } from './json-host.ts';
import { type JsoncNode, jsoncAt, jsoncElements, jsoncMember, jsoncString, parseJsonc } from './jsonc.ts';
import { appendJsonc } from './jsonc-edit.ts';

/** The folders of VS Code's builds below the settings folder. */
export const VSCODE_BUILDS = ['Code', 'Code - Insiders', 'VSCodium'] as const;

const json = jsonHost(
  { id: 'vscode', name: 'VS Code', variables: 'editor', files },
  {
    inputs: (root, file) => readInputs(jsoncAt(root, [...file.servers.slice(0, -1), 'inputs'])),
    opening: { type: 'stdio' },
    knowsCwd: true,
    remote: { type: 'http' },
  },
);

/** `mcp.json`, before below `mcp` in `settings.json` (code.visualstudio.com, "MCP configuration reference"). */
export const vscode: Host = {
  ...json,
  write: (text, file, server, at) => {
    const written = json.write(text, file, server, at);
    if (!written.ok) return written;
    const asked = withInputs(written.value.text, file, server);
    return asked.ok ? ok({ ...written.value, text: asked.value }) : asked;
  },
};

function files(place: HostPlace): readonly HostFile[] {
  const settings = settingsFolder(place);
  const users = VSCODE_BUILDS.flatMap((build) =>
    pair(place, joinPath(place, settings, build, 'User'), 'user'),
  );
  if (place.project === undefined) return users;
  return [...pair(place, joinPath(place, place.project, '.vscode'), 'project'), ...users];
}

function pair(place: HostPlace, folder: string, scope: HostFile['scope']): readonly HostFile[] {
  return [
    { path: joinPath(place, folder, 'mcp.json'), scope, servers: ['servers'] },
    { path: joinPath(place, folder, 'settings.json'), scope, servers: ['mcp', 'servers'] },
  ];
}

/** Lists the inputs of a server that the file does not list yet: VS Code asks for no others. */
function withInputs(text: string, file: HostFile, server: ServerToWrite): Result<string> {
  const path = [...file.servers.slice(0, -1), 'inputs'];
  const listed = new Set(readInputs(jsoncAt(parseJsonc(text).root, path)).map(({ id }) => id));
  const used = inputIdsOf(server).filter((id) => !listed.has(id));
  const known = new Map(server.inputs?.map((input) => [input.id, input]));
  const entries = used.map((id) => {
    const { description = '', password = false, fallback = '' } = known.get(id) ?? {};
    return {
      type: 'promptString',
      id,
      description: description || id,
      ...(password ? { password } : {}),
      ...(fallback === '' ? {} : { default: fallback }),
    };
  });
  return entries.length === 0 ? ok(text) : appendJsonc(text, path, entries);
}

function readInputs(node: JsoncNode | undefined): readonly HostInput[] {
  return jsoncElements(node).flatMap((element): HostInput[] => {
    const id = jsoncString(element, 'id');
    if (id === undefined) return [];
    const password = jsoncMember(element, 'password')?.value;
    return [
      {
        id,
        description: `${jsoncString(element, 'description') ?? id}${choicesOf(element)}`,
        password: password?.value === true,
        fallback: jsoncString(element, 'default') ?? '',
      },
    ];
  });
}

/** What a `pickString` lets its user choose from, in words: an input is typed here. */
function choicesOf(element: JsoncNode): string {
  const options = jsoncMember(element, 'options')?.value;
  const values = jsoncElements(options).flatMap((option) => {
    const value: unknown = option.type === 'object' ? jsoncString(option, 'value') : option.value;
    return typeof value === 'string' ? [value] : [];
  });
  return values.length === 0 ? '' : ` (one of: ${values.join(', ')})`;
}
