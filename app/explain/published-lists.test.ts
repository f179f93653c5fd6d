import { describe, expect, test } from 'vitest';
import { SessionScript } from '../findings/testing/session-script.ts';
import { hostTable } from '../hosts/lens/host-table.ts';
import { allTakers, judgeList } from '../hosts/tools/tool-judge.ts';
import { namesOf, sentTools } from '../hosts/tools/tool-traits.ts';
import lists from './testing/published-lists.json' with { type: 'json' };
import { toolFindings } from './tool-advice.ts';

const table = hostTable();
/** What these take of JSON Schema is so little that few lists pass. */
const NARROW = ['gemini', 'openai-strict', 'vertex'];

/** The lists of published servers as they were sent on 2026-11-27, without their texts. */
describe.each(lists)('$name', ({ server, tools }) => {
  test('raises nothing, neither by the specification nor for a host', () => {
    const { findings } = {
      findings: new SessionScript()
        .handshake('2025-11-25')
        .listTools(...tools)
        .findings(),
    };
    expect(findings.map(({ rule, explanation }) => `${rule} ${explanation}`)).toEqual([]);
    const place = { session: 's1', seq: 1 };
    const sent = sentTools(tools);
    const context = { names: namesOf(sent), server };
    expect(toolFindings(sent, { table, host: undefined }, context, place)).toEqual([]);
  });

  test('reaches the model of every host and provider but those that take little', () => {
    const losing = allTakers(table).filter((taker) => {
      const judged = judgeList(sentTools(tools), taker, table, server).tools;
      return judged.some(({ outcome }) => outcome === 'lost');
    });
    expect(losing.map(({ host }) => host).filter((id) => !NARROW.includes(id))).toEqual([]);
  });
});
