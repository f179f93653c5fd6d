import { assertNever } from '../../../app/base/assert-never.ts';
import type { ProcessRecord } from '../../../app/frame/record.ts';
import type { Tier } from '../../../app/frame/tier.ts';
import type { OutcomeWords } from './outcome-words.ts';

/** What a process event means for the session, and who must do what. */
export function processWords(record: ProcessRecord, tier: Tier): OutcomeWords {
  switch (record.event) {
    case 'spawned':
      return { happened: 'The server process runs.', act: '' };
    case 'stdin-closed':
      return { happened: 'The client closed the server’s stdin: the polite way to ask it to end.', act: '' };
    case 'spawn-failed':
      return {
        happened: 'The server could not be started. Nothing was ever on the wire.',
        act: 'Check that the command exists, that it can be run, and that the working directory is right.',
      };
    case 'stdout-closed':
      if (tier === 'ok')
        return { happened: 'The server closed its stdout, as it should at the end.', act: '' };
      return {
        happened:
          'The server closed its stdout although the client still expected answers. No answer can come any more.',
        act: 'The server must keep stdout open for as long as it serves.',
      };
    case 'exited':
      return exitWords(record, tier);
    default:
      return assertNever(record.event);
  }
}

function exitWords(record: ProcessRecord, tier: Tier): OutcomeWords {
  if (tier === 'ok')
    return { happened: 'The server ended after the client had asked it to. This is no error.', act: '' };
  if (record.signal != null) {
    return {
      happened: `The signal ${record.signal} ended the server. Neither host nor model gets an answer any more.`,
      act: signalAdvice(record.signal),
    };
  }
  if (record.exitCode === 0) {
    return {
      happened: 'The server ended by itself with code 0, although the client had not asked it to.',
      act: 'A stdio server must stay until its stdin closes. See whether its main function returns too early.',
    };
  }
  return {
    happened: 'The server ended by itself. Neither host nor model gets an answer any more.',
    act: 'Read the last stderr lines: an uncaught exception or a missing setting is usually named there.',
  };
}

function signalAdvice(signal: string): string {
  if (signal === 'SIGKILL') return 'If nobody killed it, the system ran out of memory: look at its log.';
  if (signal === 'SIGSEGV' || signal === 'SIGABRT')
    return 'Native code crashed: look at the last stderr lines and at native modules.';
  return 'See who sent the signal: a supervisor, a terminal, or the server itself.';
}
