import { describe, expect, it } from 'vitest';
import { terminalText } from '../../base/document/text-writer.ts';
import { compareDocument } from './compare-document.ts';
import { compareReport } from './compare-report.ts';
import { compareRuns } from './compare-runs.ts';
import { type ScriptedCall, scriptedRun, text, toolError } from './testing/scripted-run.ts';

function report(before: ScriptedCall[], after: ScriptedCall[], keepNoise: string[] = []) {
  return compareReport(compareRuns(scriptedRun(before), scriptedRun(after)), {
    version: '0.1.0',
    before: { path: 'a.jsonl', exchanges: before.length },
    after: { path: 'b.jsonl', exchanges: after.length },
    keepNoise: new Set(keepNoise),
    setAside: [],
  });
}

const before = [
  { tool: 'search', args: { q: 'x' }, result: toolError('nothing found') },
  { tool: 'same', result: text('same') },
  { tool: 'gone' },
];
const after = [
  { tool: 'search', args: { q: 'x' }, error: { code: -32603, message: 'internal\u001b[31m error' } },
  { tool: 'same', result: text('same') },
  { tool: 'new', error: { code: -32602, message: 'no' } },
];

describe('a comparison as data', () => {
  it('counts, and names each exchange of both runs', () => {
    expect(report(before, after, ['ids'])).toMatchObject({
      tool: { name: 'tierscope', version: '0.1.0' },
      before: { path: 'a.jsonl', exchanges: 3 },
      summary: { aligned: 2, unchanged: 1, worse: 1, better: 0, onlyBefore: 1, onlyAfter: 1 },
      changed: [
        {
          method: 'tools/call',
          target: 'search',
          before: { requestSeq: 2, answerSeq: 3, tier: 'tool', code: null },
          after: { requestSeq: 2, answerSeq: 3, tier: 'protocol', code: '-32603' },
          changes: [
            { kind: 'tier', before: 'tool', after: 'protocol', direction: 'worse' },
            { kind: 'code', before: '', after: '-32603' },
            { kind: 'message' },
            { kind: 'result' },
          ],
        },
      ],
      onlyBefore: [{ target: 'gone', tier: 'ok' }],
      onlyAfter: [{ target: 'new', tier: 'protocol', code: '-32602', message: 'no' }],
    });
    const noise = report(before, after, ['ids']).noise.filter(({ on }) => !on);
    expect(noise).toMatchObject([{ name: 'ids' }]);
  });
});

describe('a comparison for people', () => {
  it('says the worst first and sums up last', () => {
    expect(terminalText(compareDocument(report(before, after)))).toMatchInlineSnapshot(`
      "before  a.jsonl
      after   b.jsonl

      tools/call search #2 → #2
        worse   tool → protocol
        code    (none) → -32603
        message - nothing found
                + internal error
        result  - {"content":[{"text":"nothing found","type":"text"}],"isError":true}
                + (none)

      Only before
        #6  ok  tools/call gone

      Only after
        #6  protocol  tools/call new  -32602  no

      2 calls in both · 1 unchanged · tier worse in 1, better in 0 · 1 only before · 1 only after
      Ignored differences: malformed, uuids, iso-times, epoch-times, durations, progress-tokens, ids,
      process-ids, ports, temp-paths (--keep-noise counts them)
      "
    `);
  });

  it('says so if nothing changed', () => {
    expect(terminalText(compareDocument(report(before, before)))).toContain(
      'Nothing changed.\n3 calls in both · 3 unchanged',
    );
  });
});
