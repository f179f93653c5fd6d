import { ok, type Result } from '../base/result.ts';
import type { Host, HostFile, HostInput, ServerToWrite } from './host.ts';
import { inputIdsOf } from './host-variables.ts';
import { jsonHost } from './json-host.ts';
import { type JsoncNode, jsoncAt, jsoncElements, jsoncMember, jsoncString, parseJsonc } from './jsonc.ts';
import { appendJsonc } from './jsonc-edit.ts';

const json = jsonHost('vscode', 'editor', {
  inputs: (root, file) => readInputs(jsoncAt(root, [...file.servers.slice(0, -1), 'inputs'])),
  opening: { type: 'stdio' },
  knowsCwd: true,
  remote: { type: 'http' },
});

/** `mcp.json`, formerly below `mcp` in `settings.json` (code.visualstudio.com, "MCP configuration reference"). */
export const vscode: Host = {
  ...json,
  write: (text, file, server, at) => {
    const written = json.write(text, file, server, at);
    if (!written.ok) return written;
    const asked = withInputs(written.value.text, file, server);
    return asked.ok ? ok({ ...written.value, text: asked.value }) : asked;
  },
};

/** Adds a server's missing inputs to the file: VS Code asks only for listed ones. */
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

/** The choices of a `pickString` in words: here, its value is typed. */
function choicesOf(element: JsoncNode): string {
  const options = jsoncMember(element, 'options')?.value;
  const values = jsoncElements(options).flatMap((option) => {
    const value: unknown = option.type === 'object' ? jsoncString(option, 'value') : option.value;
    return typeof value === 'string' ? [value] : [];
  });
  return values.length === 0 ? '' : ` (one of: ${values.join(', ')})`;
}
