import { describe, expect, it } from 'vitest';
import { reportJunit } from './report-junit.ts';
import { SAMPLE_CHECKS, sampleReport } from './testing/sample-recording.ts';

const { report } = sampleReport(SAMPLE_CHECKS);

describe('the report as JUnit XML', () => {
  it('has a failed case for each error and each violation', () => {
    const xml = reportJunit(report, []);
    expect(xml).toContain('tests="8" failures="8" errors="0"');
    expect(xml).toContain(
      '<failure type="protocol" message="-32602 name of -32602: Tool nope not found">what: The server says that it has no tool',
    );
    expect(xml).toContain('<failure type="tool" message="no such &lt;file&gt;">what: The tool echo ran');
    expect(xml).toContain('name="#9 T01: Unknown tool"');
  });

  it('says a message once that is the name of its code', () => {
    const named = JSON.parse(JSON.stringify(report).replaceAll('name of -32602', 'TOOL NOPE not found'));
    expect(reportJunit(named, [])).toContain('message="-32602 TOOL NOPE not found"');
  });

  it('fails only on what is named', () => {
    expect(reportJunit(report, ['violation'])).toContain('tests="8" failures="1"');
    expect(reportJunit(report, ['tool', 'client'])).toContain('tests="8" failures="2"');
  });

  it('passes a tool whose calls were all ok', () => {
    const calm = JSON.parse(JSON.stringify(report).replace('"calls":2,"ok":1', '"calls":2,"ok":2'));
    expect(reportJunit(calm, [])).toContain('name="tools/call echo: 2 calls ok"/>');
  });

  it('holds no character that XML forbids', () => {
    const loud = JSON.parse(JSON.stringify(report).replaceAll('gone', '\\u0000\\ud800\\n&\\"'));
    expect(reportJunit(loud, [])).toContain('message="\uFFFD\uFFFD&#10;&amp;&quot;"');
  });
});
