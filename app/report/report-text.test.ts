import { describe, expect, it } from 'vitest';
import { reportText } from './report-text.ts';
import { SAMPLE_CHECKS, sampleReport } from './testing/sample-recording.ts';

describe('the report as text', () => {
  const text = reportText(sampleReport(SAMPLE_CHECKS).report);

  it('shows problems, tiers, errors, findings and tools', () => {
    expect(text.split('\n').slice(0, 9)).toEqual([
      'runs/a b.tierscope.jsonl',
      '  problems',
      '    line 40: This line is not JSON.',
      '  s1 · lab · lab 1.0 · 2025-11-25 · typescript-sdk-v1 (90 %)',
      '    frames 13 · requests 7 · notifications 0 · unanswered 2',
      '    ok 2 · tool 1 · protocol 2 · client 1 · transport 3',
      '    errors',
      expect.stringMatching(/^ {6}#7 +tool +tools\/call echo +no such <file>$/),
      expect.stringMatching(
        /^ {6}#9 +protocol +-32602 name of -32602 +tools\/call nope +Tool nope not found$/,
      ),
    ]);
    expect(text).toMatch(/#5 +advice +Q10 +Short text/);
    expect(text).toMatch(/echo +2 +1 +1 +0 +0 +10 +10\n/);
  });

  it('lets no control character of the wire through', () => {
    const { report } = sampleReport();
    const loud = JSON.parse(JSON.stringify(report).replaceAll('gone', 'a\\u001b[31mb\\nc'));
    expect(reportText(loud)).toContain('a [31mb c');
  });
});
