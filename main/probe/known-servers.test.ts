import { expect, it, test } from 'vitest';
import { LAB_TOOLS } from '../../app/lab/lab-tools.ts';
import type { ProbeReport } from '../../app/probe/probe-report.ts';
import { builtWorker } from '../testing/built-worker.ts';
import { probed } from './testing/probed.ts';

const bin = (name: string) => [`node_modules/@modelcontextprotocol/${name}/dist/index.js`];

/** Cases that need no process of their own: the others take a start each. */
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

it('finds the faults of the error lab, each by its own rule', async () => {
  const faults: readonly (readonly [tool: string, rule: string])[] = [
    ['answer-both-members', 'E01'],
    ['answer-string-code', 'C08'],
    ['answer-without-version', 'E02'],
    ['internal-error', 'T04'],
    ['tool-error-traceback', 'Q13'],
    ['records-break-schema', 'Q09'],
  ];
  const names = faults.map(([tool]) => tool);
  expect(LAB_TOOLS.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  const lab = await builtWorker('main/error-lab/error-lab.ts');
  const picks = (id: string) => names.some((name) => id === `calls/${name}/call`);
  const { report } = await probed(process.execPath, [lab.script], { picks }).finally(lab.remove);
  const found = names.map(
    (name) => report.cases.find(({ id }) => id === `calls/${name}/call`)?.failure?.rule,
  );
  expect(found).toEqual(faults.map(([, rule]) => rule));
});
