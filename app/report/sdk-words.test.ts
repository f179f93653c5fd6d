import { describe, expect, it, test } from 'vitest';
import { failed, ReportedSession, refused } from './testing/reported.ts';

const SCALE = [{ name: 'scale', inputSchema: { type: 'object', properties: {} } }];
const TYPED = [{ ...SCALE[0], outputSchema: { type: 'object', properties: { kilograms: {} } } }];
const scale = (text: string, tools: readonly object[] = SCALE) =>
  new ReportedSession({ tools: {} })
    .listed('tools', tools)
    .call({ name: 'scale', arguments: {} }, failed(text))
    .error();

describe('what SDKs say in words of their own', () => {
  test.each([
    ['Error executing tool scale', 'ToolError'],
    ["Error calling tool 'scale'", 'ToolError'],
    ["An error occurred invoking 'scale'.", 'McpException'],
  ])('a cause that is withheld from the model is for the author: %s', (text, exception) => {
    const error = scale(text);
    expect(error).toMatchObject({ tier: 'tool', acts: 'server' });
    expect(error.todo).toContain(exception);
  });

  it.each(['Error executing tool scale: the pan is off', "Error calling tool 'scale': the pan is off"])(
    'a cause that stands there is the model’s to read: %s',
    (text) => {
      expect(scale(text)).toMatchObject({ acts: 'model' });
    },
  );

  it('takes a dump of another type than the arguments for the result of a tool that declares one', () => {
    const issue = 'kilograms\n  Field required [type=missing, input_value={}, input_type=dict]';
    const dump = `Error executing tool scale: 1 validation error for Weight\n${issue}\n    For further information visit https://errors.pydantic.dev/2.14/v/missing`;
    expect(scale(dump, TYPED)).toMatchObject({ acts: 'server', cause: 'tool-output-misfit' });
    expect(scale(dump)).toMatchObject({ acts: 'server', cause: 'tool-read-misfit' });
    const ofArguments = dump.replace('for Weight', 'for scaleArguments');
    expect(scale(ofArguments, TYPED)).toMatchObject({ acts: 'model' });
  });

  it('knows a missing resource by its uri in data, whatever the message says', () => {
    const missing = refused(-32602, 'There is no note of monday', { uri: 'note://of/monday' });
    const read = new ReportedSession({ resources: {} }).request(
      'resources/read',
      { uri: 'note://of/monday' },
      missing,
    );
    expect(read.error().explanation).toContain('finds no resource');
  });

  test.each([
    [0, 'JSON RPC not handled: "gauge/read" unsupported'],
    [-32603, 'Unknown method gauge/read'],
    [-32000, 'no handler for method gauge/read'],
  ])('explains an unknown method as one under code %i', (code, message) => {
    const error = new ReportedSession({}).request('gauge/read', {}, refused(code, message)).error();
    expect(error).toMatchObject({ explanation: expect.stringContaining('no revision of MCP') });
  });

  it.each([
    { error: { code: -32603, message: 'context canceled' } },
    { error: { code: -32000, message: 'Connection closed' } },
  ])('accuses nobody for a call that was stopped because its client had left: %j', (answer) => {
    const error = new ReportedSession({ tools: {} })
      .listed('tools', SCALE)
      .sent({ id: 7, method: 'tools/call', params: { name: 'scale', arguments: {} } })
      .process({ event: 'stdin-closed' })
      .got({ id: 7, ...answer })
      .error();
    expect(error).toMatchObject({ acts: 'nobody' });
  });
});
