import type { HostPlace } from '../../../app/hosts/host.ts';
import { remoteTapWords, type TapCommand } from '../../../app/hosts/tap-command.ts';
import { type ChangedFile, hostsNamed, printChanges } from '../../profiles/change-host-files.ts';
import { joinCommandLine } from '../../session/command-line.ts';
import { changeTaps, type TapOrder, type TapPlan } from './plan-tap.ts';

export type TapInstallOptions = Pick<TapOrder, 'action' | 'addressOf'> & {
  readonly host?: string | undefined;
  readonly server?: string | undefined;
  /** List what would change without writing. */
  readonly dryRun?: boolean;
  /** This machine; `project` is the working folder of the command. */
  readonly place: HostPlace;
  readonly tap: TapCommand;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
};

/**
 * `tierscope tap install` and `tap uninstall`. Returns the exit code: 0 done, even if nothing had to change; 2 an
 * unknown host or server; 3 a file could not be read or written.
 */
export async function runTapInstall(options: TapInstallOptions): Promise<number> {
  const { action, host, server, dryRun = false, place, tap, addressOf, write, writeError } = options;
  const chosen = hostsNamed(host);
  if (!chosen.ok) {
    writeError(`${chosen.error}\n`);
    return 2;
  }
  const wants: TapOrder['wants'] = (_path, { name }) => server === undefined || name === server;
  const outcomes = await changeTaps(chosen.value, place, { action, tap, addressOf, wants }, dryRun);
  const lines = (plan: TapPlan): readonly string[] => linesOf(plan, tap);
  const failed = printChanges(outcomes, { linesOf: lines, write, writeError });
  if (server !== undefined && outcomes.every(({ plan }) => plan === undefined || lines(plan).length === 0)) {
    writeError(`No configuration file names a server "${server}".\n`);
    return failed ? 3 : 2;
  }
  write(summary(outcomes, action, dryRun));
  return failed ? 3 : 0;
}

/** Each changed server with its command before and after, and why the others stay unchanged. */
function linesOf({ changes, left }: TapPlan, tap: TapCommand): readonly string[] {
  return [
    ...changes.flatMap(({ name, project, before, after }) => [
      `  ${name}${project === '' ? '' : ` (${project})`}`,
      `  - ${commandLine(before)}`,
      `  + ${commandLine(after)}`,
      ...tapToStart(remoteTapWords(tap, name, before[0], after[0])),
    ]),
    ...left.map(({ name, reason }) => `  ${name}: left as it is. ${reason}`),
  ];
}

/** The line that says how to start a tap that no agent starts; none if there is no such tap. */
function tapToStart(words: readonly string[] | undefined): readonly string[] {
  return words === undefined ? [] : [`  start it with: ${commandLine(words)}`];
}

function commandLine([command = '', ...args]: readonly string[]): string {
  return joinCommandLine(command, args);
}

function summary(
  outcomes: readonly ChangedFile<TapPlan>[],
  action: TapOrder['action'],
  isDryRun: boolean,
): string {
  const changed = outcomes.filter(({ plan, problem }) => problem === '' && plan?.changes.length !== 0);
  const servers = changed.reduce((sum, { plan }) => sum + (plan?.changes.length ?? 0), 0);
  const done = action === 'install' ? 'put behind the tap' : 'taken from behind the tap';
  if (servers === 0) return `No server to be ${done}.\n`;
  const counted = `${servers} ${servers === 1 ? 'server' : 'servers'} in ${changed.length} ${changed.length === 1 ? 'file' : 'files'}`;
  if (isDryRun) return `Dry run, nothing is written: ${counted} would be ${done}.\n`;
  return `${counted} ${done}. Restart the hosts to use ${servers === 1 ? 'it' : 'them'}.\n`;
}
