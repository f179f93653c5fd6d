import { err, ok, type Result } from '../../../app/base/result.ts';
import type { SuiteRun } from '../../../app/checks/probe/suite-plan.ts';
import { parseSuite } from '../../../app/requests/suite/suite-file.ts';
import type { ProjectFault } from '../../profiles/checked-project.ts';
import { fileFailure } from '../../system/file-failure.ts';
import { readTrusted } from '../../system/trusted-file.ts';

const MAX_BYTES = 50_000_000;

/**
 * Reads a suite (JSON or YAML, by file extension) and the variables that it names. A suite named by a project file must
 * lie in that file's folder, `within`, and if it was found, be as trusted as the file for this `user`.
 */
export async function readSuite(
  file: string,
  env: Readonly<Record<string, string | undefined>>,
  from: { readonly within?: string; readonly user?: number | undefined } = {},
): Promise<Result<SuiteRun, ProjectFault>> {
  const wrong = (problems: readonly string[]) =>
    err({ problems: problems.map((problem) => `${file}: ${problem}`), isUnreadable: false });
  let text: string;
  try {
    const read = await readTrusted(file, { user: undefined, ...from, mostBytes: MAX_BYTES });
    if (!read.ok) {
      const use = `To use it anyway, name it: --suite ${file}.`;
      return err({ problems: [`${file} is passed over: ${read.error}. ${use}`], isUnreadable: false });
    }
    text = String(read.value);
  } catch (error) {
    return err({ problems: [`${file} cannot be opened: ${fileFailure(error)}.`], isUnreadable: true });
  }
  if (/\.ya?ml$/i.test(file)) {
    const { yamlToJson } = await import('../../recording/import/yaml-to-json.ts');
    const read = yamlToJson(text);
    if (!read.ok) return wrong([`The file is not YAML: ${read.error}.`]);
    if (read.value.problems.length > 0) return wrong(read.value.problems);
    text = read.value.json;
  }
  const suite = parseSuite(text);
  if (!suite.ok) return wrong(suite.error);
  const values = suite.value.variables.flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return ok({ suite: suite.value, file, values: new Map(values) });
}
