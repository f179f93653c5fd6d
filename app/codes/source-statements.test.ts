import { describe, expect, it } from 'vitest';
import { lookUpText } from './look-up-text.ts';

/** The first meaning of a pasted text. */
function first(pasted: string) {
  const entry = lookUpText(pasted).matches[0]?.entry;
  return { vocabulary: entry?.vocabulary, name: entry?.name, code: entry?.code, how: entry?.how };
}

const CAPABILITY = 'ProtocolErrorCode.MissingRequiredClientCapability';
const VERSION = 'ProtocolErrorCode.UnsupportedProtocolVersion';

describe('what the TypeScript SDK 2 says', () => {
  it.each([
    ['Missing required client capabilities: sampling', -32021, CAPABILITY],
    ['ProtocolError: Missing required client capabilities: roots, elicitation', -32021, CAPABILITY],
    ['Unsupported protocol version: 2030-01-01', -32022, VERSION],
    ['[error] Unsupported protocol version: DRAFT-2026-v1', -32022, VERSION],
    [
      'URL elicitation cannot be signalled by throwing UrlElicitationRequiredError on protocol revision 2026-07-28: return inputRequired(…)',
      -32603,
      'URL elicitation cannot be signalled by throwing',
    ],
    ['Tool wipe disabled', -32602, 'Tool <x> disabled'],
  ])('finds %s first, with its code', (pasted, code, name) => {
    expect(first(pasted)).toMatchObject({ vocabulary: 'typescript-sdk-v2', code, name });
  });

  it.each(['McpError', 'codemod', "TS2305: '@modelcontextprotocol/server' has no export McpError"])(
    'names the codemod for %s',
    (pasted) => {
      expect(first(pasted).how).toMatch(/codemod@latest v1-to-v2.*McpError to ProtocolError/);
    },
  );

  it('says of a request in mid-call that the era lacks it', () => {
    const python =
      "Cannot send 'elicitation/create': this transport context has no back-channel for server-initiated requests.";
    expect(first(python)).toMatchObject({
      vocabulary: 'python-sdk-v2',
      code: -32600,
      name: 'NoBackChannelError',
    });
  });

  it('sends nobody to the arguments of what is switched off', () => {
    for (const kind of ['Tool', 'Prompt', 'Resource'])
      expect(first(`${kind} wipe disabled`).how).toMatch(
        /^The server must enable it, .* arguments change nothing/,
      );
  });
});

describe('what the guides and frameworks say', () => {
  it.each([
    ['safeParse', 'alivemcp-guide', /isError with one line for each issue/],
    ['const parsed = schema.safeParse(args)', 'alivemcp-guide', /isError/],
    ["ctx.fail() called with unknown reason 'gone'", 'mcp-ts-core', /declare the reason in errors\[\]/],
    ['{"reason":"gone","declaredReasons":["lost"]}', 'mcp-ts-core', /correct its spelling/],
    ['{:ok, %Hermes.MCP.Response{is_error: true}}', 'hermes', /is_error/],
    ['{:ok, %Hermes.MCP.Response{id: "req_1", is_error: true, result: r}}', 'hermes', /is_error/],
    ['%Hermes.MCP.Error{reason: :timeout, data: %{type: :transport}}', 'hermes', /./],
    ['%{type: :transport}', 'hermes', /see whether the server runs/],
    ['generate_request_id', 'hermes', /by this id in the frames/],
    ['Hermes.MCP.ID.generate_request_id()', 'hermes', /by this id in the frames/],
    ['original_message', 'hermes', /data\.message/],
    ['data: %{original_message: "Method not found"}', 'hermes', /data\.message/],
  ])('finds %s in %s', (pasted, vocabulary, how) => {
    expect(first(pasted)).toMatchObject({ vocabulary, how: expect.stringMatching(how) });
  });
});
