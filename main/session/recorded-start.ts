import type { SessionInfo } from '../../app/contract/session-info.ts';
import type { SessionRecord } from '../../app/frame/record.ts';
import { joinCommandLine } from './command-line.ts';

/** How a session was started, as its record says; empty if the record does not. */
export function startOf(
  record: Pick<SessionRecord, 'command' | 'args' | 'cwd' | 'env'> | undefined,
): Pick<SessionInfo, 'commandLine' | 'cwd' | 'envNames'> {
  const { command, args = [], cwd = '', env = [] } = record ?? {};
  return { commandLine: command === undefined ? '' : joinCommandLine(command, args), cwd, envNames: env };
}
