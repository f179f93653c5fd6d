// The step of action.yml. It reads the inputs from the environment, so that no shell interprets them.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * Builds the arguments from the inputs. Throws a sentence if the command cannot be parsed.
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export function actionArguments(env) {
  const recordings = lines(env.TIERSCOPE_RECORDINGS);
  const isReport = recordings.length > 0;
  const failOn = env.TIERSCOPE_FAIL_ON || (isReport ? 'violation' : '');
  const options = [
    '--format=github',
    ...(failOn === '' ? [] : [`--fail-on=${failOn}`]),
    ...(env.TIERSCOPE_BASELINE ? [`--baseline=${env.TIERSCOPE_BASELINE}`] : []),
    ...lines(env.TIERSCOPE_OPTIONS),
  ];
  if (isReport) return ['report', ...options, ...recordings];
  const command = words(env.TIERSCOPE_COMMAND ?? '');
  // A step without a command approves the command of the project file.
  return ['probe', ...options, ...(command.length === 0 ? ['--yes'] : ['--', ...command])];
}

/** @param {string | undefined} text */
function lines(text = '') {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

/**
 * Splits a command line as a POSIX shell does, without expansion.
 * @param {string} text
 */
function words(text) {
  /** @type {string[]} */
  const found = [];
  const word = /\s*((?:[^\s'"\\]|'[^']*'|"(?:[^"\\]|\\.)*"|\\.)+)|\s+$/gsy;
  while (word.lastIndex < text.length) {
    const at = word.lastIndex;
    const match = word.exec(text);
    if (match === null)
      throw new Error(
        `The command cannot be read from "${text.slice(at)}" on: a quotation mark is not closed.`,
      );
    if (match[1] !== undefined) found.push(unquoted(match[1]));
  }
  return found;
}

/** @param {string} word */
function unquoted(word) {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs, (_, single, double, escaped) =>
    single !== undefined ? single : double !== undefined ? double.replace(/\\(["\\$`])/g, '$1') : escaped,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const program = fileURLToPath(new URL('./tierscope.js', import.meta.url));
  try {
    const run = spawnSync(process.execPath, [program, ...actionArguments(process.env)], { stdio: 'inherit' });
    process.exitCode = run.status ?? 1;
  } catch (error) {
    console.error(`::error::${error instanceof Error ? error.message : error}`);
    process.exitCode = 2;
  }
}
