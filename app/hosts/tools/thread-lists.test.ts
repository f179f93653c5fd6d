import { describe, expect, test } from 'vitest';
import { hostTable } from '../lens/host-table.ts';
import lists from './testing/thread-lists.json' with { type: 'json' };
import { judgeList, readTakers } from './tool-judge.ts';
import { sentTools } from './tool-traits.ts';

const table = hostTable();

/** The taker named in the verdicts: its id, with @version if it concerns one. */
function takerNamed(name: string) {
  const read = readTakers(table, name);
  if (!read.ok) throw new Error(read.error);
  const [taker] = read.value;
  if (taker === undefined) throw new Error(name);
  return taker;
}

/** Lists from public threads; the verdicts were worked out by hand from those threads. */
describe.each(lists)('$name ($source)', ({ server, tools, verdicts, count }) => {
  const many = Array.from({ length: count ?? 0 }, (_, index) => ({
    name: `tool_${index}`,
    description: 'What it does.',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  }));
  const sent = sentTools(count === undefined ? tools : many);

  test.each(Object.entries(verdicts))('at %s', (name, expected) => {
    const judged = judgeList(sent, takerNamed(name), table, server);
    const outcomes = judged.tools.map(({ outcome }) => outcome);
    expect(typeof expected === 'string' ? outcomes.at(-1) : outcomes).toEqual(expected);
  });
});

test('the lists speak of every provider, and of most rows', () => {
  expect(lists.length).toBeGreaterThanOrEqual(40);
  const speaking = new Set<unknown>();
  for (const { tools, server, verdicts } of lists)
    for (const name of Object.keys(verdicts))
      for (const { faults } of judgeList(sentTools(tools), takerNamed(name), table, server).tools)
        for (const { row } of faults) speaking.add(`${row.of} ${JSON.stringify(row.when)}`);
  const all = table.toolRows.filter(({ does }) => does !== 'keeps');
  const silent = all.filter((row) => !speaking.has(`${row.of} ${JSON.stringify(row.when)}`));
  expect(
    silent.length / all.length,
    silent.map(({ of, when }) => `${of} ${JSON.stringify(when)}`).join('\n'),
  ).toBeLessThan(0.45);
});
