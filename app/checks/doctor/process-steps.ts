import { endWords, quoteOf, stderrText } from '../../explain/end-words.ts';
import { durationText, quote, quoted } from '../../explain/phrases.ts';
import { exitMeaning, type StartCause, servesHttp, showsDownload } from '../../explain/start-cause.ts';
import type { CommandFault } from '../../hosts/command-fault.ts';
import { stepText } from '../../protocol/actor.ts';
import { hasLspHeader } from '../../wire/envelope.ts';
import { type CheckVerdict, causeVerdict, verdict } from './doctor-report.ts';
import type { StartEvidence, TrafficEvidence } from './start-evidence.ts';
import { reasonOfExit } from './start-failure.ts';
import { exitText } from './start-reader.ts';

const LAST_LINES = 3;

/** Whether npx, uvx, node or python found what to run. */
export function packageStep(evidence: StartEvidence, cause: StartCause | undefined): CheckVerdict {
  const { traffic, command } = evidence;
  if (cause?.check === 'package') return causeVerdict(cause);
  if (!traffic.spawned) return verdict('no-process');
  if (isSilent(evidence)) {
    const download = traffic.stderr.findLast(showsDownload);
    if (download !== undefined || fetches(command)) return slowDownload(evidence, download);
  }
  if (traffic.messages > 0) return verdict('package-runs');
  return verdict('package-unknown');
}

function slowDownload({ command, args, traffic }: StartEvidence, download: string | undefined): CheckVerdict {
  const runner = baseName(command);
  const waited = durationText(Math.round(traffic.lastedMs));
  const line = [command, ...args].join(' ');
  return verdict(
    download === undefined ? 'package-may-be-fetched' : 'package-fetched',
    { runner, waited, line: quoted(line) },
    lastLines(traffic),
  );
}

/** Whether everything that the server needs from its environment and command line is set. */
export function configurationStep(
  { traffic }: StartEvidence,
  cause: StartCause | undefined,
  fault: CommandFault | undefined,
): CheckVerdict {
  const isOfCommand = fault?.isFatal === false && (cause === undefined || cause.check === 'configuration');
  if (isOfCommand) return verdict('cause', { found: fault.found, todo: fault.todo }, lastLines(traffic));
  if (cause?.check === 'configuration') return causeVerdict(cause);
  if (!traffic.spawned) return verdict('no-process');
  return verdict('configuration-complete');
}

/** Whether the process kept running until it was asked to end. */
export function processStep(
  { traffic, connection }: StartEvidence,
  cause: StartCause | undefined,
  fault: CommandFault | undefined,
): CheckVerdict {
  const { spawned, exit, stdoutClosed, endStderr, firstExit } = traffic;
  if (!spawned) return verdict('no-process');
  if (exit === undefined || exit.asked) {
    if (stdoutClosed) return verdict('stdout-closed', {}, lastLines(traffic));
    const again = { firstExit: firstExit || undefined };
    return exit === undefined
      ? verdict('alive', again)
      : verdict('ended-as-asked', { ...again, exit: exitText(exit) });
  }
  const isCause = cause?.check === 'process';
  const isOther = cause !== undefined || fault !== undefined;
  const meaning = isOther ? undefined : exitMeaning(exit.code, exit.signal);
  const own = isCause ? cause.found : (meaning?.found ?? '');
  const words = endWords(endStderr);
  const { code = null, signal = null } = exit;
  const { todo, more } = reasonOfExit({ code, signal, stderr: endStderr });
  const why = `${own === '' ? '' : ` ${own}`}${more === '' ? stderrText(quoteOf(words)) : more}`;
  const isLater = isOther && !isCause;
  const step = todo || (meaning === undefined ? '' : stepText(meaning.step));
  return verdict(
    connection?.ready === true ? 'ended' : 'ended.early',
    { exit: exitText(exit), why, todo: isLater ? 'Then start it again.' : step },
    words.lines,
  );
}

/** Whether every line on stdout is a message, from the first one on. */
export function stdoutStep(evidence: StartEvidence): CheckVerdict {
  const { traffic } = evidence;
  const { firstLine, firstNoise, noiseLines, messages } = traffic;
  if (!traffic.spawned) return verdict('no-process');
  if (traffic.flushedAtEnd && firstLine === undefined) return verdict('stdout-flushed-at-end');
  if (evidence.isFramed === true) return verdict('stdout-framed.read');
  if (firstLine === undefined) return isSilent(evidence) ? silence(traffic) : verdict('stdout-not-reached');
  if (firstNoise === undefined) return verdict('stdout-clean', { text: quote(firstLine.text) });
  const lines = noiseLines === 1 ? 'One line' : `${noiseLines.toLocaleString('en')} lines`;
  if (hasLspHeader(firstNoise)) return verdict('stdout-framed', {}, [firstNoise]);
  const http = messages === 0 ? servesHttp([firstNoise]) : undefined;
  if (http !== undefined) return servingHttp(http);
  if (messages === 0) return verdict('stdout-no-message', { firstNoise: quote(firstNoise) }, [firstNoise]);
  return verdict(
    firstLine.isMessage ? 'stdout-noise.between' : 'stdout-noise',
    { lines, count: noiseLines, noise: quote(firstNoise) },
    [firstNoise],
  );
}

function servingHttp({ line, step }: Pick<StartCause, 'line' | 'step'>): CheckVerdict {
  return verdict('stdout-http', { todo: stepText(step) }, [line]);
}

function silence(traffic: TrafficEvidence): CheckVerdict {
  const http = servesHttp(traffic.stderr);
  if (http !== undefined) return servingHttp(http);
  return verdict(
    'stdout-silent',
    { duration: durationText(Math.round(traffic.lastedMs)) },
    lastLines(traffic),
  );
}

function isSilent({ traffic }: StartEvidence): boolean {
  return (
    traffic.spawned && traffic.firstLine === undefined && (traffic.exit === undefined || traffic.exit.asked)
  );
}

function lastLines({ stderr }: TrafficEvidence): readonly string[] {
  return stderr.slice(-LAST_LINES);
}

/** Programs that download a package before they run it. */
function fetches(command: string): boolean {
  return /^(?:npx|bunx|uvx|pipx|pnpx)(?:\.cmd|\.exe)?$/i.test(baseName(command));
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
