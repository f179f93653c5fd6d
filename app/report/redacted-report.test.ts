import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../base/testing/runs.ts';
import type { KnownRecord } from '../frame/record.ts';
import { Redactor, redactRecords } from '../frame/redaction/redactor.ts';
import { baselineOf, compareToBaseline, failsOn, readBaseline } from './baseline.ts';
import { ReportBuilder } from './build-report.ts';
import { redactedReports } from './redacted-report.ts';
import type { Report } from './report.ts';
import { reportMarkdown, reportText } from './report-document.ts';
import { reportGithub } from './report-github.ts';
import { reportJunit } from './report-junit.ts';
import { reportSarif } from './report-sarif.ts';
import { PLANTED, plantedRecords } from './testing/planted-secrets.ts';

/** The report as judged, and as printed. */
function reported(records: readonly KnownRecord[]) {
  const redactor = new Redactor();
  const builder = new ReportBuilder(undefined, { redactor });
  for (const record of records) builder.take(record, record.seq + 1);
  const recording = builder.finish('a.tierscope.jsonl', 'tierscope', []);
  const whole: Report = { tool: { name: 'tierscope', version: '0' }, recordings: [recording] };
  const clean = { ...whole, recordings: redactedReports(whole.recordings, redactor) };
  return { whole, clean, lines: builder.lines, redactor };
}

/** Every format, without line breaks within columns. */
function printed(report: Report, lines: ReturnType<typeof reported>['lines']) {
  return {
    text: [...reportText(report)].join('').replaceAll(/\n {10,}/g, ''),
    markdown: reportMarkdown(report),
    json: JSON.stringify(report, null, 2),
    junit: reportJunit(report, []),
    sarif: JSON.stringify(reportSarif(report, () => lines)),
    github: reportGithub(report, () => lines),
  };
}

describe('a report without secrets', () => {
  const { whole, clean, lines, redactor } = reported(plantedRecords(PLANTED.map(({ text }) => text)));
  const formats = Object.entries(printed(clean, lines));

  it.each(formats)('holds none of any shape, at any place, as %s', (_, text) => {
    expect(PLANTED.filter(({ core }) => text.includes(core)).map(({ core }) => core)).toEqual([]);
    expect(text).toContain('<redacted:'.replaceAll('<', text.includes('&lt;redacted') ? '&lt;' : '<'));
  });

  it('replaces what the whole one holds', () => {
    const json = JSON.stringify(whole);
    expect(PLANTED.filter(({ core }) => !json.includes(core))).toEqual([]);
    expect(redactor.replaced).toBeGreaterThanOrEqual(PLANTED.length);
  });

  it('shows no beginning of one that was cut', () => {
    const all = formats.map(([, text]) => text).join('\n');
    const beginnings = PLANTED.map(({ core }) => core.slice(0, 8)).filter((text) => /\d/.test(text));
    expect(beginnings.filter((text) => all.includes(text))).toEqual([]);
  });

  it('is judged as the whole one: tiers, counts, places, rules and groups are the same', () => {
    const judged = ({ recordings }: Report) =>
      recordings.flatMap(({ sessions }) =>
        sessions.map(({ counts, errors, findings, groups, findingGroups, tools }) => ({
          counts,
          errors: errors.map(({ seq, tier, code, acts, group, findings: own }) => [
            ...[seq, tier, code, acts, group],
            own.map(({ rule }) => rule),
          ]),
          findings: findings.map(({ seq, rule, severity, group }) => [seq, rule, severity, group]),
          groups: [...groups, ...findingGroups].map(({ id, count, first, last }) => [id, count, first, last]),
          tools: tools.map(({ calls, tool }) => [calls, tool]),
        })),
      );
    expect(judged(clean)).toEqual(judged(whole));
  });

  it('is a baseline of the whole one, and the other way round', () => {
    for (const [earlier, later] of [
      [clean, whole],
      [whole, clean],
    ] as const) {
      const baseline = readBaseline(JSON.stringify(earlier));
      if (baseline === undefined) throw new Error('no baseline');
      const states = compareToBaseline(later, baseline).recordings.flatMap(({ sessions }) =>
        sessions.flatMap(({ groups, findingGroups }) =>
          [...groups, ...findingGroups].map((one) => one.state),
        ),
      );
      expect(new Set(states)).toEqual(new Set(['known']));
      expect(failsOn(later, ['tool', 'protocol', 'client', 'transport', 'violation'], baseline)).toBe(false);
    }
    expect(failsOn(clean, ['violation'], baselineOf([]))).toBe(true);
  });
});

const SECRETS: fc.Arbitrary<{ readonly text: string; readonly secret: string }> = fc
  .record({
    secret: fc.stringMatching(/^[a-z]{3,6}[A-Z]{1,4}[0-9]{2,6}[a-zA-Z0-9]{0,30}$/),
    name: fc.constantFrom('password', 'api_key', 'clientSecret', 'X-Api-Key', 'DB_PASSWORD', 'session_id'),
    shape: fc.constantFrom<(name: string, secret: string) => string>(
      (name, secret) => JSON.stringify({ [name]: secret }),
      (name, secret) => JSON.stringify({ deep: [{ [name]: [secret] }] }),
      (name, secret) => JSON.stringify({ text: JSON.stringify({ [name]: secret, n: 1 }) }),
      (name, secret) => JSON.stringify({ name, value: secret }),
      (name, secret) => JSON.stringify([`--${name}`, secret]),
      (name, secret) => `${name}=${secret}`,
      (name, secret) => `failed with ${name}: "${secret}"`,
      (_, secret) => `https://me:${secret}@h.example/x`,
      (_, secret) => `no such user ${secret}@h.example`,
      (_, secret) => `cannot open /home/${secret}/x`,
    ),
  })
  .map(({ secret, name, shape }) => ({ secret, text: shape(name, secret) }));

it('shows in no format what an export of the recording replaces', () => {
  fc.assert(
    fc.property(fc.array(SECRETS, { minLength: 1, maxLength: 3 }), (planted) => {
      const records = plantedRecords(planted.map(({ text }) => text));
      const exported = JSON.stringify([...redactRecords(records)]);
      const replaced = planted.filter(({ secret }) => !exported.includes(secret));
      const { clean, lines } = reported(records);
      const text = Object.values(printed(clean, lines)).join('\n');
      expect(replaced.filter(({ secret }) => text.includes(secret))).toEqual([]);
    }),
    { numRuns: runs(25) },
  );
});
