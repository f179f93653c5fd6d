import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../app/findings/finding.ts';
import { AS_TOOL_ERROR, type Repair, toProtocolError } from '../../../app/findings/repair.ts';
import { emptyRow } from '../../../app/frame/row.ts';
import { finding as madeFinding } from '../../state/testing/made-findings.ts';
import { connectReproduction, type Reproduction, rightEnd, vitestReproduction } from './reproduction.ts';

const call: Reproduction = {
  title: 'tools/call book-flight',
  commandLine: "node 'my server.js' --port 1",
  cwd: '/srv/the app',
  envNames: ['API_KEY'],
  requestLine: '{"jsonrpc":"2.0","id":14,"method":"tools/call","params":{"name":"book-flight"}}',
  method: 'tools/call',
  params: { name: 'book-flight', arguments: { date: '2020' }, _meta: { progressToken: 14 } },
  modern: false,
  right: { kind: 'tool-error' },
};

describe('a reproduction', () => {
  test('leaves a call that hangs to the time-out of the client, which says more', () => {
    expect(vitestReproduction(call)).toMatch(/\}, 70_000\);\n$/);
  });

  test('connects in a shell and names the request, without the values of secrets', () => {
    expect(connectReproduction(call)).toBe(
      `# Connect to the server:\ntierscope connect --cwd '/srv/the app' --env API_KEY="$API_KEY" -- node 'my server.js' --port 1\n\n# Then send this request:\n${call.requestLine}\n`,
    );
    expect(connectReproduction({ ...call, commandLine: '' })).toContain('-- your-server-command');
  });

  test('is a test with the client of the session that asserts the tier', () => {
    const test = vitestReproduction(call);
    expect(test).toContain(`from '@modelcontextprotocol/sdk/client/index.js'`);
    expect(test).toContain('command: "node", args: ["my server.js","--port","1"], cwd: "/srv/the app"');
    expect(test).toContain('toMatchObject({ isError: true })');
    expect(test).toContain('fails as a tool error');
    expect(test).not.toContain('progressToken');
    expect(vitestReproduction({ ...call, modern: true })).toContain(`from '@modelcontextprotocol/client'`);
  });

  test('of another method asks for it by its name', () => {
    const test = vitestReproduction({
      ...call,
      method: 'resources/read',
      params: { uri: 'note://42' },
      right: { kind: 'protocol-error', code: -32002 },
    });
    expect(test).toContain('"method": "resources/read"');
    expect(test).toContain('ResultSchema');
    expect(test).toContain('rejects.toMatchObject({ code: -32002 })');
  });
});

describe('the right end', () => {
  const row = emptyRow({ seq: 2, at: 0, session: 's1' }, 'frame');
  const finding = (rule: string, repair?: Repair): Finding =>
    madeFinding(2, { rule, severity: 'violation', ...(repair === undefined ? {} : { repair }) });

  test('is what a rule about tiers asks for', () => {
    const row602 = { ...row, tier: 'protocol' as const, code: '-32602' };
    expect(rightEnd(row602, [finding('T01', AS_TOOL_ERROR)])).toEqual({ kind: 'tool-error' });
    expect(rightEnd({ ...row, tier: 'tool' }, [finding('T02', toProtocolError(-32602))])).toEqual({
      kind: 'protocol-error',
      code: -32602,
    });
  });

  test('is what was seen if no rule moves it', () => {
    expect(rightEnd({ ...row, tier: 'protocol', code: '-32601' }, [finding('D07')])).toEqual({
      kind: 'protocol-error',
      code: -32601,
    });
    expect(rightEnd({ ...row, tier: 'protocol', code: '"E_NOT"' }, [])).toEqual({
      kind: 'protocol-error',
      code: null,
    });
    expect(rightEnd({ ...row, tier: 'transport' }, [])).toEqual({ kind: 'any-answer' });
    expect(rightEnd(row, [])).toEqual({ kind: 'ok' });
    const expected = { ...row, shape: 'error', code: '-32601' } as const;
    expect(rightEnd(expected, [])).toEqual({ kind: 'protocol-error', code: -32601 });
  });
});
