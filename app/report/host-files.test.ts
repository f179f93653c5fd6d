import { expect, it } from 'vitest';
import { detectFormat } from '../recording/import/formats.ts';
import { importFile } from '../recording/import/import-file.ts';
import { ReportBuilder } from './build-report.ts';
import { DESKTOP_FILES } from './testing/host-files/desktop-files.ts';
import { EDITOR_FILES } from './testing/host-files/editor-files.ts';
import type { SampleFile } from './testing/host-files/host-file.ts';
import { KEPT_FILES } from './testing/host-files/kept-files.ts';
import { PROGRAM_FILES } from './testing/host-files/program-files.ts';

function opened({ format, text }: SampleFile) {
  expect(detectFormat(text, 'any.txt')).toBe(format);
  const builder = new ReportBuilder();
  const { records, problems } = importFile(format, text, { fileName: 'any.txt' });
  const isUntold = records.every(({ type }) => type === 'mark' || type === 'session');
  expect(problems.map(({ message }) => /lookup -.+tierscope tap/.test(message))).toEqual(
    isUntold ? [true] : [],
  );
  records.forEach((record, index) => {
    builder.take(record, index + 1);
  });
  return builder.finish('any.txt', format, []).sessions;
}

it.each([...KEPT_FILES, ...DESKTOP_FILES, ...EDITOR_FILES, ...PROGRAM_FILES])(
  'opens the log of $name with its errors, in the right tier',
  (file) => {
    const sessions = opened(file);
    const errors = sessions.flatMap(({ session, errors }) => errors.map((error) => ({ session, ...error })));
    const shown = errors.map(({ session, tier, name, method, message, explanation, http, stderr }) => ({
      session,
      tier,
      words: [name, method, message, explanation, http?.where, ...stderr].join(' | '),
    }));
    const fits = ([session, tier, like]: SampleFile['errors'][number], one: (typeof shown)[number]) =>
      one.session === session && one.tier === tier && like.test(one.words);
    expect(file.errors.filter((error) => !shown.some((one) => fits(error, one)))).toEqual([]);
    expect(shown.filter((one) => !file.errors.some((error) => fits(error, one)))).toEqual([]);
    if (file.acts !== undefined)
      expect(errors.map(({ acts }) => acts).filter((acts) => !file.acts?.includes(acts))).toEqual([]);
    const rules = sessions.flatMap(({ findings }) => findings.map(({ rule }) => rule));
    expect(rules.filter((rule) => !file.findings?.includes(rule))).toEqual([]);
  },
);

it('names who acts for a start that timed out, and no waiting time that no line tells of', () => {
  const text =
    '2026-08-03T07:11:33.463Z ERROR codex_core::mcp: MCP client for `zen` failed to start: request timed out\n';
  const [session] = opened({ name: 'zen', format: 'codex-log', source: '', text, errors: [] });
  expect(session?.errors).toMatchObject([{ tier: 'client', method: 'initialize', acts: 'user' }]);
  expect(session?.errors[0]?.explanation).toMatch(/^The client waited for initialize and gave up/);
});
