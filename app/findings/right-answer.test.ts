import { describe, expect, it } from 'vitest';
import { HttpScript, refusal } from '../session/testing/http-script.ts';
import { ALL_CASES } from './testing/all-cases.ts';
import { complaintsAbout, proposalsFor } from './testing/right-answers.ts';
import { failure, text } from './testing/rule-case.ts';
import { SessionScript } from './testing/session-script.ts';

/** A session whose only tool is `add`. */
const session = () => new SessionScript().handshake().listTools({ name: 'add' });

function proposed(script: SessionScript) {
  return proposalsFor(script.records).map(({ right: { line, by, resolved } }) => ({ line, by, resolved }));
}

describe('what should have been sent', () => {
  it('passes all rules, for each case of a rule', () => {
    const complaints = ALL_CASES.flatMap(({ rule, fires, vocabularies = [] }) =>
      complaintsAbout(fires(new SessionScript()).records, { vocabularies: () => vocabularies }).map(
        (complaint) => `${rule}: ${complaint}`,
      ),
    );
    expect(complaints).toEqual([]);
  });

  it('is one answer: the finding that weighs most decides its tier, and the others are resolved', () => {
    expect(proposed(session().call('add', {}, failure(0, 'the pool is empty')))).toEqual([
      {
        line: '{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"the pool is empty"}],"isError":true}}',
        by: ['T04'],
        resolved: ['C07'],
      },
    ]);
  });

  it('leaves a place for the cause where a failed tool names none', () => {
    expect(proposed(session().call('add', {}, failure(0, 'tool failed')))).toMatchObject([
      { line: expect.stringContaining('"text":"tool failed: <the cause>. <What to change>."'), by: ['Q14'] },
    ]);
  });

  it('takes a text without its code along to another tier', () => {
    const answer = text('MCP error -32602: Tool nope not found', { isError: true });
    expect(proposed(session().call('nope', {}, answer))).toEqual([
      {
        line: '{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Tool nope not found"}}',
        by: ['T02', 'Q11'],
        resolved: [],
      },
    ]);
  });

  it('has the members in the order in which they were sent', () => {
    const line = '{"result":{},"id":3,"jsonrpc":"2.0"}';
    expect(proposed(session().request('tools/call', { name: 'add', arguments: {} }, line))).toMatchObject([
      { line: '{"result":{"content":[]},"id":3,"jsonrpc":"2.0"}' },
    ]);
  });

  it('keeps what is no text of a tool error', () => {
    const picture = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const content = [{ type: 'text', text: 'MCP error -32603: no page' }, picture];
    const [right] = proposed(session().call('add', {}, { result: { content, isError: true } }));
    expect(JSON.parse(right?.line ?? '')).toMatchObject({
      result: { content: [{ type: 'text', text: 'no page' }, picture], isError: true },
    });
  });

  it('is none if a value had to be invented, or a rule would still be broken', () => {
    expect(proposed(session().call('add', {}, failure('oops', 'boom')))).toEqual([]);
    expect(proposed(session().call('add', {}, text('done')))).toEqual([]);
  });

  it.each([
    [200, ['C05']],
    [400, []],
    [500, ['C05']],
  ])('is no tool error for a call that HTTP refused: status %i', (status, by) => {
    const body = refusal(-32000, 'Unsupported protocol version: use 2025-11-25', 1);
    const { records } = new HttpScript().handshake().call(1, { status, body });
    expect(proposalsFor(records).flatMap(({ right }) => right.by)).toEqual(by);
  });
});
