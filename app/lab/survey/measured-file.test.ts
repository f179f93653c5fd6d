import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type HostRow, hostFileSchema, hostTable, parseOwnHosts } from '../../hosts/lens/host-table.ts';
import { hostOfPeer } from '../../hosts/lens/lens.ts';
import { measuredFileName, measuredHost, withMeasuredRows } from './measured-file.ts';
import { buildSurvey } from './survey.ts';
import { surveyPage } from './survey-page.ts';
import { SurveyProgress } from './survey-progress.ts';

const table = hostTable([
  {
    hosts: [
      {
        id: 'known',
        name: 'Known',
        limits: [],
        waits: [],
        requests: [],
        clients: [
          { name: 'known-client', ownVersion: true, source: 's', asOf: '2026' },
          { name: 'its-library', source: 's', asOf: '2026' },
        ],
      },
    ],
    rows: [],
  },
]);
const measured = (name: string, version = '1.2') =>
  measuredHost(table, { name, version }, 'seed', '2026-11-23');

function rowOf({ origin }: ReturnType<typeof measured>, when: HostRow['when'], more: object = {}): HostRow {
  return { ...origin, when, gets: [], evidence: 'measured', ...more };
}

const error = { answer: 'tool-error', method: 'tools/call' } as const;
const success = { answer: 'success', method: 'tools/call' } as const;

describe('the host of a client', () => {
  test('is the one that names it, else its own name in kebab-case', () => {
    expect(measured('known-client').entry).toMatchObject({ id: 'known', name: 'Known' });
    expect(measured('My FancyHost v2').entry).toMatchObject({
      id: 'my-fancy-host-v2',
      name: 'My FancyHost v2',
    });
    expect(measured('').entry).toMatchObject({ id: 'unnamed-client', name: 'Unnamed client', clients: [] });
  });

  test('has no versions if it names none', () => {
    expect(measured('a', '').origin).not.toHaveProperty('versions');
    expect(measured('a', '3').origin.versions).toEqual({ from: '3', until: '3' });
  });

  test('has no versions if its client sends those of something else, and names them in the source', () => {
    const { origin } = measured('its-library', '3');
    expect(origin).not.toHaveProperty('versions');
    expect(origin.source).toBe('tierscope lab, survey seed, its-library 3');
    expect(measured('known-client', '3').origin.versions).toEqual({ from: '3', until: '3' });
  });

  test('is found again by the client that was measured, with its version', () => {
    const { entry } = measured('Acme', '3');
    const table = hostTable([hostFileSchema.parse({ hosts: [entry], rows: [] })]);
    expect(hostOfPeer(table, { name: 'Acme', version: '3' })).toEqual({ host: 'acme', version: '3' });
  });

  test('makes a file that is read again, whatever it calls itself', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.string({ maxLength: 80 }), (name, version) => {
        const host = measured(name, version);
        const file = withMeasuredRows({ hosts: [], rows: [] }, host, [rowOf(host, success)]);
        expect(parseOwnHosts(JSON.stringify(file)).ok).toBe(true);
        expect(measuredFileName(host)).toMatch(/^measured-[a-z0-9-]+$/);
      }),
    );
  });
});

describe('a file of measured rows', () => {
  const host = measured('a');
  const before = hostFileSchema.parse({
    hosts: [{ id: 'a', name: 'Mine' }],
    rows: [
      rowOf(host, error, { source: 'my own eyes' }),
      rowOf(host, success),
      rowOf(measured('a', '1.1'), error),
      rowOf(host, { ...error, structuredContent: true }),
    ],
  });

  test('takes new rows for earlier ones of the same version and answer, and keeps all others', () => {
    const row = rowOf(host, error);
    const { rows = [] } = withMeasuredRows(before, host, [row]);
    expect(rows).toEqual([before.rows[0], before.rows[1], before.rows[2], row]);
  });

  test('names a host once, however often it is measured', () => {
    const once = withMeasuredRows({ hosts: [], rows: [] }, host, [rowOf(host, error)]);
    const twice = withMeasuredRows(hostFileSchema.parse(once), host, [rowOf(host, error)]);
    expect(twice).toEqual(once);
  });
});

test('the page shows names that a client made up as they are, and what is missing', () => {
  const progress = new SurveyProgress(buildSurvey('seed'));
  progress.called('survey-success-empty');
  progress.reported('survey-success-empty: none');
  const host = measured('<b>*Host*</b>\n# x');
  const page = surveyPage(host, progress, { rows: [rowOf(host, success)], notes: [] });
  expect(page.split('\n')[0]).toBe("# What \\<b\\>\\*Host\\*\\</b\\> \\# x 1.2 passes on of tools' answers");
  expect(page).toContain('| a success | nothing |');
  expect(page).toContain('| `survey-success-empty` | a success with no content | nothing |');
  expect(page).toContain('not called: survey-protocol-error,');
});
