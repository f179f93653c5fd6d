import { setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import { LogAnalyzer } from '../../app/analysis/log-analyzer.ts';
import type { FrameRecord } from '../../app/frame/record.ts';
import { ReportBuilder } from '../../app/report/build-report.ts';

setFlagsFromString('--allow-natives-syntax');
const haveSameClass = new Function('one', 'other', 'return %HaveSameMap(one, other)');

const CALLS = 60;
const ENDS = ['error', 'tool error', 'bad line', 'none'];

/** Calls that end in different ways: refused, failed, unreadable and unanswered. */
function* frames(): Generator<FrameRecord> {
  const frame = (seq: number, direction: FrameRecord['direction'], raw: object | string): FrameRecord => ({
    ...{ type: 'frame', seq, at: seq, session: 's1', direction },
    raw: typeof raw === 'string' ? raw : JSON.stringify({ jsonrpc: '2.0', ...raw }),
  });
  for (let id = 0; id < CALLS; id += 1) {
    const params = { name: `tool-${id}`, arguments: { id } };
    yield frame(2 * id + 1, 'client-to-server', { id, method: 'tools/call', params });
    const text = `order ${id} is unknown`;
    const end = ENDS[id % ENDS.length];
    if (end === 'error')
      yield frame(2 * id + 2, 'server-to-client', { id, error: { code: -32602, message: text } });
    if (end === 'tool error')
      yield frame(2 * id + 2, 'server-to-client', {
        id,
        result: { content: [{ type: 'text', text }], isError: true },
      });
    if (end === 'bad line') yield frame(2 * id + 2, 'server-to-client', text);
  }
}

/** One object of each class. */
function classesOf(objects: readonly object[]): readonly object[] {
  const found: object[] = [];
  for (const one of objects) if (!found.some((known) => haveSameClass(known, one) === true)) found.push(one);
  return found;
}

// In V8, a literal that begins with a spread and then adds members gives each object a class of its own, of 300 bytes.
test('the errors of a report share a few hidden classes, as do lines that answer nothing', () => {
  const builder = new ReportBuilder();
  const analyzer = new LogAnalyzer();
  for (const record of frames()) {
    builder.take(record, record.seq);
    analyzer.take(record);
  }
  const errors = builder.finish('a', 'tierscope', []).sessions.flatMap((session) => session.errors);
  const { orphans } = analyzer.session('s1');
  expect(errors.length).toBeGreaterThan(CALLS / 2);
  expect(classesOf(errors).length).toBeLessThan(5);
  expect(orphans.length).toBeGreaterThan(CALLS / 5);
  expect(classesOf(orphans).length).toBeLessThan(5);
});
