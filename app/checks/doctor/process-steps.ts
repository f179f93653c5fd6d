import { endWords, quoteOf, stderrText } from '../../explain/end-words.ts';
import { durationText, quote, quoted } from '../../explain/phrases.ts';
import { exitMeaning, type StartCause, showsDownload } from '../../explain/start-cause.ts';
import { stepText } from '../../protocol/actor.ts';
import { type CheckVerdict, failed, passed, skipped } from './doctor-report.ts';
import type { StartEvidence, TrafficEvidence } from './start-evidence.ts';
import { reasonOfExit } from './start-failure.ts';
import { exitText } from './start-reader.ts';

const NO_PROCESS = 'Not reached: no process was started.';
const LAST_LINES = 3;

/** Whether npx, uvx, node or python found what it should run. */
export function packageStep(evidence: StartEvidence, cause: StartCause | undefined): CheckVerdict {
  const { traffic, command } = evidence;
  if (cause?.check === 'package') return failed(cause.found, stepText(cause.step), [cause.line]);
  if (!traffic.spawned) return skipped(NO_PROCESS);
  if (isSilent(evidence)) {
    const download = traffic.stderr.findLast(showsDownload);
    if (download !== undefined || fetches(command)) return slowDownload(evidence, download);
  }
  if (traffic.messages > 0) return passed('The server’s own code runs: it has sent messages.');
  return skipped('Nothing says that a package or a module is missing.');
}

function slowDownload({ command, args, traffic }: StartEvidence, download: string | undefined): CheckVerdict {
  const runner = baseName(command);
  const waited = durationText(Math.round(traffic.lastedMs));
  const line = [command, ...args].join(' ');
  const found =
    download === undefined
      ? `${runner} runs, and after ${waited} the server has said nothing: ${runner} may still be fetching the package.`
      : `${runner} was still fetching packages after ${waited}, and had not started the server.`;
  return failed(
    found,
    `Run ${quoted(line)} once in a terminal until it is quiet, or install the package, and start again. Else raise the host’s limit for a start, such as MCP_TIMEOUT for Claude Code or startup_timeout_sec for Codex.`,
    lastLines(traffic),
  );
}

/** Whether everything that the server asks of its environment and command line is there. */
export function configurationStep({ traffic }: StartEvidence, cause: StartCause | undefined): CheckVerdict {
  if (cause?.check === 'configuration') return failed(cause.found, stepText(cause.step), [cause.line]);
  if (!traffic.spawned) return skipped(NO_PROCESS);
  return passed('stderr names no variable and no argument that is missing.');
}

/** Whether the process was there until it was asked to end. */
export function processStep(
  { traffic, connection }: StartEvidence,
  cause: StartCause | undefined,
): CheckVerdict {
  const { spawned, exit, stdoutClosed, endStderr, firstExit } = traffic;
  if (!spawned) return skipped(NO_PROCESS);
  if (exit === undefined || exit.asked) {
    if (stdoutClosed) {
      return failed(
        'The server closed its stdout and still runs: no answer can come.',
        'The author of the server must keep stdout open for as long as it serves.',
        lastLines(traffic),
      );
    }
    const alive = exit === undefined ? 'It runs.' : `It ended when it was asked to, with ${exitText(exit)}.`;
    return passed(firstExit === '' ? alive : `${alive} ${startedAgain(firstExit)}`);
  }
  const before = connection?.ready === true ? '' : ' before the handshake was done';
  const meaning = cause?.check === 'process' ? undefined : exitMeaning(exit.code, exit.signal);
  const own = cause?.check === 'process' ? ` ${cause.found}` : '';
  const words = endWords(endStderr);
  const { code = null, signal = null } = exit;
  const { todo, more } = reasonOfExit({ code, signal, stderr: endStderr });
  return failed(
    `The process ended with ${exitText(exit)}${before}.${own === '' ? ` ${meaning?.found ?? ''}`.trimEnd() : own}${more === '' ? stderrText(quoteOf(words)) : more}`,
    cause === undefined || cause.check === 'process'
      ? todo || (meaning === undefined ? '' : stepText(meaning.step))
      : 'Then start it again.',
    words.lines,
  );
}

function startedAgain(firstExit: string): string {
  return `It was started twice: on server/discover it ended with ${firstExit}, which strict hosts may not forgive.`;
}

/** Whether everything on stdout is a message, from the first line on. */
export function stdoutStep(evidence: StartEvidence): CheckVerdict {
  const { traffic } = evidence;
  const { firstLine, firstNoise, noiseLines, messages } = traffic;
  if (!traffic.spawned) return skipped(NO_PROCESS);
  if (firstLine === undefined)
    return isSilent(evidence)
      ? silence(traffic)
      : skipped('Not reached: nothing came on stdout before the end.');
  if (firstNoise === undefined) return passed(`The first line is a message: ${quote(firstLine.text)}.`);
  const lines = noiseLines === 1 ? 'One line' : `${noiseLines.toLocaleString('en')} lines`;
  if (messages === 0) {
    return failed(
      `Nothing on stdout is a message. It begins: ${quote(firstNoise)}.`,
      'Check that the command starts the server over stdio: many need an argument for it, and some programs are no MCP server. Logs and banners belong on stderr.',
      [firstNoise],
    );
  }
  const where = firstLine.isMessage ? 'between the messages' : 'before the first message';
  return failed(
    `${lines} on stdout ${noiseLines === 1 ? 'is' : 'are'} no message, ${where}: ${quote(firstNoise)}. Some hosts end the connection for that.`,
    'stdout belongs to the protocol. The author must print banners and logs to stderr; look for console.log, print and libraries that announce themselves, and for an option such as --quiet.',
    [firstNoise],
  );
}

function silence(traffic: TrafficEvidence): CheckVerdict {
  return failed(
    `The process ran and wrote nothing to stdout in ${durationText(Math.round(traffic.lastedMs))}.`,
    'Check that the command starts the server over stdio, not over HTTP, and that nothing in front of it, such as a shell script, keeps its stdin or stdout. If it only is slow, give it more time.',
    lastLines(traffic),
  );
}

/** True if the process lives, was asked something, and no line of it came. */
function isSilent({ traffic }: StartEvidence): boolean {
  return (
    traffic.spawned && traffic.firstLine === undefined && (traffic.exit === undefined || traffic.exit.asked)
  );
}

function lastLines({ stderr }: TrafficEvidence): readonly string[] {
  return stderr.slice(-LAST_LINES);
}

/** Programs that fetch a package before they run it. */
function fetches(command: string): boolean {
  return /^(?:npx|bunx|uvx|pipx|pnpx)(?:\.cmd|\.exe)?$/i.test(baseName(command));
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
