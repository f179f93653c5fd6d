import { expect, it } from 'vitest';
import { allSteps } from '../../base/steps.ts';
import { RowTable } from '../../frame/row-table.ts';
import { HttpScript } from '../../session/testing/http-script.ts';
import { ScriptedSession } from '../../session/testing/scripted-session.ts';
import { LogAnalyzer } from '../log-analyzer.ts';
import { CallRows } from './call-rows.ts';
import { sessionStatistics } from './session-statistics.ts';
import { statisticsCsv, statisticsMarkdown } from './statistics-table.ts';

function groupsOf(...names: readonly string[]) {
  const session = new ScriptedSession();
  for (const [id, name] of names.entries()) {
    session.call(id, name);
    session.result(id);
  }
  return allSteps(sessionStatistics(new CallRows(session.rows))).groups;
}

it('is a Markdown table that a name of the server cannot break', () => {
  const table = statisticsMarkdown(groupsOf('a|b\n<img>').map((group) => ({ session: '', group })));
  const lines = table.trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/^\| a\\\|b \\<img\\> \| tools\/call \| 1 \| 1 \| 0 \|/);
  expect(lines[0]).not.toContain('session');
});

it('is CSV that runs no formula, with the session of each row if there are several', () => {
  const csv = statisticsCsv(groupsOf('=cmd()').map((group) => ({ session: 'shop', group })));
  const [head, row] = csv.split('\r\n');
  expect(head).toMatch(/^session,name,method,calls,ok,tool,protocol,client,transport,open,p50 ms/);
  expect(row).toMatch(/^shop,'=cmd\(\),tools\/call,1,1,0,0,0,0,0,10,/);
});

it('counts the HTTP statuses of the calls, those without an answer too', () => {
  const table = new RowTable();
  const analyzer = new LogAnalyzer(table);
  const script = new HttpScript().handshake().fine(1).call(2, { status: 404, body: 'no' }).fine(3);
  for (const record of script.records) analyzer.take(record);
  analyzer.finish();
  const [group] = allSteps(sessionStatistics(new CallRows(table))).groups;
  expect(group?.statuses).toEqual([
    [200, 2],
    [404, 1],
  ]);
  expect(group && statisticsCsv([{ session: '', group }])).toMatch(/"200 ×2, 404 ×1"/);
});
