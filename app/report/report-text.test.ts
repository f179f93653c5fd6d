import { describe, expect, it } from 'vitest';
import { reportMarkdown, reportText } from './report-document.ts';
import { SAMPLE_CHECKS, sampleReport } from './testing/sample-recording.ts';

const { report: sample } = sampleReport(SAMPLE_CHECKS);

it('is Markdown with the same titles and details, in which nothing of a server names a person or an issue', () => {
  const markdown = reportMarkdown(
    JSON.parse(JSON.stringify(sample).replaceAll('Tool nope not found', 'ask @octocat in #12')),
  );
  expect(markdown).toMatch(
    /^# runs\/a b\.tierscope\.jsonl\n\n## problems\n\n- line 40: This line is not JSON\.\n/,
  );
  expect(markdown).toContain('\n### protocol -32602 name of -32602 · tools/call nope · #<!-- -->9\n');
  expect(markdown).toContain('\n- **message:** ask @<!-- -->octocat in #<!-- -->12\n');
  expect(markdown).toContain('\n| protocol | 2 |\n');
  expect(markdown).toMatch(/\n\| echo \| 2 \| 1 \|/);
});

describe('the report as text', () => {
  const text = [...reportText(sample)].join('');

  it('shows problems, tiers, errors with what to do, findings and tools', () => {
    expect(text.split('\n').slice(0, 8)).toEqual([
      'runs/a b.tierscope.jsonl',
      '  problems',
      '    line 40: This line is not JSON.',
      '',
      '  s1 · lab · lab 1.0 · 2025-11-25 · typescript-sdk-v1 (90 %)',
      '    frames 13 · requests 7 · notifications 0 · unanswered 2',
      '    ok 2 · tool 1 · protocol 2 · client 1 · transport 3',
      '',
    ]);
    expect(text).toContain('    protocol -32602 name of -32602 · tools/call nope · #9\n');
    expect(text).toContain('      message Tool nope not found\n');
    expect(text).toContain('      what    The server says that it has no tool "nope".\n');
    expect(text).toContain('      T01     violation, server: Unknown tool. What is wrong. (2025-11-25)\n');
    expect(text).toMatch(/Q10 advice, server: Short text · #5\n/);
    expect(text).toMatch(/echo +2 +1 +1 +0 +0 +10 +10\n/);
  });

  it('is no wider than 100 columns, and lists the transport errors first', () => {
    expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect(text.indexOf('    transport')).toBeLessThan(text.indexOf('    protocol -32602'));
  });

  it('shows errors of one cause once, with their number', () => {
    const { report } = sampleReport();
    const many = JSON.parse(JSON.stringify(report));
    const session = many.recordings[0].sessions[0];
    session.groups[3].count = 12;
    session.groups[3].last = 90;
    expect([...reportText(many)].join('')).toContain('tools/call nope · 12 times, #9 to #90');
  });

  it('lets no control character of the wire through', () => {
    const { report } = sampleReport();
    const loud = JSON.parse(JSON.stringify(report).replaceAll('gone', 'a\\u001b[31mb\\nc'));
    expect([...reportText(loud)].join('')).toContain('a [31mb c');
  });
});
