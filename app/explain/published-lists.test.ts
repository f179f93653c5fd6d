import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../base/json-value.ts';
import { SessionScript } from '../findings/testing/session-script.ts';
import { hostTable } from '../hosts/lens/host-table.ts';
import { allTakers, judgeList, type ToolVerdict } from '../hosts/tools/tool-judge.ts';
import { namesOf, sentTools } from '../hosts/tools/tool-traits.ts';
import { toolFindings } from './tool-advice.ts';

/** Names of tools, or all of them. */
type Names = 'all' | readonly string[];

type PublishedList = {
  readonly name: string;
  readonly server: string;
  readonly tools: readonly (JsonObject & { readonly name: string })[];
  /** Rules that it breaks, with the fault that its author can fix. */
  readonly raised?: Readonly<Record<string, string>>;
  /** What a host or provider loses or changes, and why; at all others every tool reaches the model. */
  readonly verdicts: Readonly<
    Record<string, { readonly lost?: Names; readonly changed?: Names; readonly why: string }>
  >;
};

/**
 * Lists of published servers as sent on 2026-11-27, without their descriptions. The verdicts were made independently of
 * the product, by a second reading of the rows' sources, applied to each list and reviewed.
 */
const lists = readFileSync(new URL('./testing/published-lists.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): PublishedList => JSON.parse(line));

const table = hostTable();

describe.each(lists)('$name', ({ server, tools, verdicts, raised = {} }) => {
  test('raises only what its author can act on, nothing that MCP forbids, and nothing for a host', () => {
    const findings = new SessionScript()
      .handshake('2025-11-25')
      .listTools(...tools)
      .findings();
    expect(findings.map(({ rule }) => rule)).toEqual(Object.keys(raised));
    expect(findings.filter(({ severity }) => severity === 'violation')).toEqual([]);
    const place = { session: 's1', seq: 1 };
    const sent = sentTools(tools);
    const context = { names: namesOf(sent), server };
    expect(toolFindings(sent, { table, host: undefined }, context, place)).toEqual([]);
  });

  test('names takers that there are, each with a reason', () => {
    const known = allTakers(table).map(({ host }) => host);
    expect(Object.keys(verdicts).filter((id) => !known.includes(id))).toEqual([]);
    expect(Object.values(verdicts).filter(({ why }) => why === '')).toEqual([]);
  });

  test.each(allTakers(table))('at $host', (taker) => {
    const judged = judgeList(sentTools(tools), taker, table, server).tools;
    const of = (outcome: ToolVerdict['outcome']) =>
      judged.filter((one) => one.outcome === outcome).map(({ tool }) => tool.name);
    const named = (names: Names = []) => (names === 'all' ? tools.map(({ name }) => name) : names);
    const { lost, changed } = verdicts[taker.host] ?? {};
    expect(of('lost')).toEqual(named(lost));
    const isAllLost = judged.some(({ outcome }) => outcome === 'lost-with');
    if (!isAllLost) expect(of('changed')).toEqual(named(changed));
  });
});

test('there are lists of twenty published servers and more', () => {
  expect(lists.length).toBeGreaterThanOrEqual(20);
});
