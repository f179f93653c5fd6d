import { beforeAll, describe, expect, it, test } from 'vitest';
import type { ProbeReport } from '../../../app/checks/probe/probe-report.ts';
import { LAB_TOOLS } from '../../../app/lab/lab-tools.ts';
import { builtWorker } from '../../system/testing/built-worker.ts';
import { probed } from './testing/probed.ts';

const bin = (name: string) => [`node_modules/@modelcontextprotocol/${name}/dist/index.js`];

/** Cases that need no process of their own: all others take one start each. */
const QUICK = /^(arguments|targets|lists|ids|traffic)\/|^session\/unknown method$/;

function authorsFailures({ cases }: ProbeReport): readonly string[] {
  return cases.flatMap(({ id, failure }) => (failure?.side === 'server' ? [`${failure.rule} ${id}`] : []));
}

test('server-memory, which has tools alone, gets no failed case that is its author’s', async () => {
  const { report } = await probed(process.execPath, bin('server-memory'), { picks: (id) => QUICK.test(id) });
  expect(authorsFailures(report)).toEqual([]);
  expect(report.counts.passed).toBeGreaterThan(50);
  expect(report.counts.inconclusive).toBe(0);
});

test('server-everything gets none but for the code of an unknown resource, which its author throws', async () => {
  const picks = (id: string) => QUICK.test(id) || id.startsWith('calls/echo/call');
  const { report } = await probed(process.execPath, bin('server-everything'), { picks });
  expect(new Set(authorsFailures(report).map((one) => one.split('/').slice(0, 2).join('/')))).toEqual(
    new Set(['T03 targets/template variable']),
  );
  expect(report.counts.inconclusive).toBe(0);
});

/**
 * The finding for a call of each error lab tool: the rule that it violates, or those that only note something. Omits
 * tools with valid answers, and `disguised-error-text`: a tool named after errors may return one.
 */
const LAB_FAULTS: { readonly [tool: string]: string } = {
  'answer-batch': 'E09',
  'answer-both-members': 'E01',
  'answer-byte-order-mark': 'E10',
  'answer-code-zero': 'T04',
  'answer-error-string': 'D08',
  'answer-float-code': 'C08',
  'answer-neither-member': 'E01',
  'answer-null-id': 'E03',
  'answer-string-code': 'C08',
  'answer-string-id': 'E06',
  'answer-twice': 'E05',
  'answer-unknown-block': 'D09',
  'answer-without-message': 'D07',
  'answer-without-version': 'E02',
  'client-code-closed': 'T04',
  'client-code-timeout': 'T04',
  'close-stdout': 'process-ended',
  'crash-exception': 'process-ended',
  'crash-exit': 'process-ended',
  'crash-signal': 'process-ended',
  'custom-code': 'T04',
  'disguised-error-json': 'passed Q10',
  'internal-error': 'T04',
  'large-structured': 'passed L05',
  'large-text': 'passed L05',
  'method-not-found': 'wrong-answer',
  'missing-capability': 'passed C14',
  'records-break-schema': 'Q09',
  'resource-not-found': 'T04',
  'result-without-content': 'D09',
  'stdout-noise': 'E11',
  'stdout-other-json': 'E11',
  'tool-error-any': 'D09',
  'tool-error-category': 'passed Q17',
  'tool-error-crossed-tier': 'passed Q11',
  'tool-error-empty': 'passed Q01',
  'tool-error-parity': 'Q03',
  'tool-error-top-level': 'D09',
  'tool-error-traceback': 'Q13',
  'tool-error-validator-dump': 'passed Q12',
  'unsupported-version': 'passed C14',
  'validation-as-protocol-error': 'T01',
};

/** A call that could take this long with any tool is inconclusive; a test would wait for each. */
const SLOW = [
  ...LAB_TOOLS.filter(({ needsShortTimeout }) => needsShortTimeout).map(({ name }) => name),
  'half-answer',
  'slow-progress',
];

/** Answers of megabytes: on a busy machine they take longer than the wait for a missing answer. */
const LARGE = ['large-structured', 'large-text'];

describe('the error lab', () => {
  let cases: ProbeReport['cases'] = [];
  beforeAll(async () => {
    const lab = await builtWorker('main/checks/lab/error-lab.ts');
    const called = async (isPicked: (tool: string) => boolean, limits?: { callMs: number }) => {
      const { report } = await probed(process.execPath, [lab.script], {
        allowed: LAB_TOOLS.map(({ name }) => name),
        picks: (id) => /^calls\/[^/]+\/call$/.test(id) && isPicked(id.split('/')[1] ?? ''),
        ...(limits === undefined ? {} : { limits }),
      });
      return report.cases.filter(({ family }) => family === 'calls');
    };
    try {
      // The wait for a missing answer; real answers take a few milliseconds.
      cases = await called((tool) => ![...SLOW, ...LARGE].includes(tool), { callMs: 1500 });
      cases = [...cases, ...(await called((tool) => LARGE.includes(tool), { callMs: 120_000 }))];
    } finally {
      await lab.remove();
    }
  });

  it('shows each of its faults', () => {
    const shown = Object.fromEntries(
      cases.flatMap(({ target, outcome, failure, notes, kind }) => {
        if (kind !== 'call') return [];
        const noted = notes.flatMap(({ rule }) => rule ?? []).sort();
        const what = failure?.rule ?? (outcome === 'passed' ? `passed ${noted}` : outcome);
        return what === 'passed ' ? [] : [[target, what]];
      }),
    );
    expect(shown).toEqual(LAB_FAULTS);
    expect(cases.map(({ target }) => target)).toEqual(expect.arrayContaining(LARGE));
  });
});
