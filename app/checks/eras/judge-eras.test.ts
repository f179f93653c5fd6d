import { describe, expect, it } from 'vitest';
import { terminalText } from '../../base/document/text-writer.ts';
import { VOCABULARIES } from '../../codes/catalog.ts';
import { HOST_ERAS, SDK_ERAS } from '../../hosts/host-eras.ts';
import { MCP_REVISIONS, readRevision } from '../../protocol/revisions.ts';
import { sampleStep } from '../doctor/testing/sample-step.ts';
import { eraDocument } from './era-report.ts';
import { type EraStart, judgeEras } from './judge-eras.ts';

const UNKNOWN = { server: 'weather 1', migration: [], vocabulary: undefined };

/** The starts of a server that answers each requested revision with the one from `answers`; empty for none. */
function starts(answers: (asked: string) => string): EraStart[] {
  return MCP_REVISIONS.map((revision) => {
    const agreed = answers(revision);
    const failed = sampleStep('handshake', 'failed', 'The server refuses initialize.', 'Fix it.');
    const report = {
      command: 'node weather.js',
      ...(agreed === '' ? { failed: failed.id, steps: [failed] } : { failed: null, steps: [] }),
    };
    return { revision, report, agreed, ready: agreed !== '', rules: [] };
  });
}

const FAILED_PROCESS = { steps: [sampleStep('process', 'failed', 'It ended.', 'Find out why.')] };

const outcomes = (answers: (asked: string) => string) =>
  judgeEras(starts(answers), UNKNOWN).rows.map(({ outcome }) => outcome);

const host = (id: string, answers: (asked: string) => string) =>
  judgeEras(starts(answers), UNKNOWN).hosts.findLast((one) => one.id === id);

describe('a server', () => {
  it('that answers each revision as it was asked serves both eras', () => {
    const report = judgeEras(
      starts((asked) => asked),
      UNKNOWN,
    );
    expect([report.serves, report.advice]).toEqual(['both', []]);
    expect(report.hosts.every(({ connects }) => connects === 'yes')).toBe(true);
  });

  it('that only knows initialize gets what 2026-07-28 takes, and which version of its SDK has it', () => {
    const answers = starts((asked) => (asked < '2026' ? asked : ''));
    const report = judgeEras(answers, { ...UNKNOWN, vocabulary: 'go-sdk' });
    expect(report.serves).toBe('only-initialize');
    expect(report.advice.join(' ')).toMatch(/server\/discover.*go-sdk does so from 1\.7\.0 on/);
    expect(host('claude-code', (asked) => (asked < '2026' ? asked : ''))?.revision).toBe('2025-11-25');
  });

  it('on an SDK that has no release for 2026-07-28 hears that, and one on an unknown SDK hears which have', () => {
    const answers = starts((asked) => (asked < '2026' ? asked : ''));
    const [java = ''] = judgeEras(answers, { ...UNKNOWN, vocabulary: 'java-sdk' }).advice;
    expect(java).toMatch(/No release of io\.modelcontextprotocol\.sdk:mcp up to 2\.1\.0 does so/);
    expect(java).not.toContain('does so from');
    const [unknown = ''] = judgeEras(answers, UNKNOWN).advice;
    expect(unknown).toMatch(/@modelcontextprotocol\/server 2\.0\.0, .*rmcp 3\.0\.0/);
    expect(unknown).not.toContain('No release');
    const [direct = ''] = judgeEras(answers, { ...UNKNOWN, vocabulary: 'typescript-sdk-v2' }).advice;
    expect(direct).toContain('serveStdio');
  });

  it('that only knows 2026-07-28 meets the hosts that ask server/discover first', () => {
    const modern = (asked: string) => (asked > '2026' ? asked : '');
    expect(judgeEras(starts(modern), UNKNOWN).serves).toBe('only-modern');
    expect(host('claude-code', modern)).toMatchObject({ connects: 'yes', revision: '2026-07-28' });
    expect(host('gemini-cli', modern)?.connects).toBe('no');
  });

  it('that ends at server/discover leaves open whether the hosts connect that ask it first', () => {
    const ending = starts((asked) => (asked < '2026' ? asked : '')).map((start) =>
      start.revision < '2026'
        ? start
        : { ...start, report: { ...start.report, ...FAILED_PROCESS, failed: 'process' as const } },
    );
    const report = judgeEras(ending, UNKNOWN);
    const connects = (id: string) => report.hosts.findLast((one) => one.id === id)?.connects;
    expect([connects('claude-code'), connects('gemini-cli')]).toEqual(['unknown', 'yes']);
    expect(report.advice.join(' ')).toContain('Answer server/discover, if only with error -32601');
    expect(report.rows.at(-1)?.todo).toBe('');
  });

  it('that answers with its newest revision, whatever was asked, loses strict clients', () => {
    const newest = (asked: string) => (asked < '2026' ? '2025-11-25' : '');
    expect(outcomes(newest)).toEqual([
      ...['refused-by-client', 'refused-by-client', 'refused-by-client', 'opens', 'fails'],
    ]);
    expect(host('gemini-cli', newest)?.connects).toBe('no');
    expect(host('codex-cli', newest)?.connects).toBe('yes');
    expect(host('lm-studio', newest)?.connects).toBe('unknown');
    expect(judgeEras(starts(newest), UNKNOWN).advice.join(' ')).toContain(
      '2024-11-05, 2025-03-26, 2025-06-18',
    );
  });

  it('that answers with an earlier revision is taken by newer clients', () => {
    const oldest = (asked: string) => (asked < '2026' ? '2024-11-05' : '');
    expect(outcomes(oldest)).toEqual([
      ...['opens', 'opens-earlier', 'opens-earlier', 'opens-earlier', 'fails'],
    ]);
  });

  it('that never starts meets nobody', () => {
    const report = judgeEras(
      starts(() => ''),
      UNKNOWN,
    );
    expect(report.serves).toBe('none');
    expect(report.rows[0]).toMatchObject({ step: 'The handshake', todo: 'Fix it.' });
    expect(terminalText(eraDocument(report))).toContain('No client connects');
  });
});

describe('the tables', () => {
  it('name revisions that exist, with a source and a date each', () => {
    for (const { asks, accepts, source, asOf } of HOST_ERAS) {
      expect(readRevision(asks)).toBe(asks);
      expect(accepts === null || accepts.includes(asks)).toBe(true);
      expect(source).toMatch(/^https:\/\//);
      expect(asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });

  it('name each SDK and framework, and either a release that serves 2026-07-28 or the last that was read', () => {
    const sdks = VOCABULARIES.filter(({ family }) => family === 'sdk' || family === 'framework');
    expect(SDK_ERAS.map(({ vocabulary }) => vocabulary).sort()).toEqual(sdks.map(({ id }) => id).sort());
    for (const { since, read, source } of SDK_ERAS) {
      expect(since ?? read).toMatch(/^\d+\.\d+\.\d+$/);
      expect(source).toMatch(/^https:\/\//);
    }
  });
});
