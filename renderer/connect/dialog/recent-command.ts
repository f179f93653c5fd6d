import { isJsonObject, stringAt } from '../../../app/base/json-value.ts';
import { type SettingsChange, settingsChangeSchema } from '../../../app/protocol/session-settings.ts';
import { readRemembered, remember } from '../../state/screen/stored-entries.ts';

/** A command that was started before, and how. Values of environment variables are secrets and never stored. */
export type RecentCommand = {
  readonly commandLine: string;
  readonly cwd: string;
  readonly label: string;
  readonly envNames: readonly string[];
  readonly settings: SettingsChange;
};

const KEY = 'recent-commands';
const KEPT = 12;
/** Longer settings contain canned answers and are not stored with the command. */
const LONGEST_SETTINGS = 20_000;
/** A `NAME=value` word before the command, quoted as in a shell, with the blanks after it. */
const ASSIGNMENT =
  /^\s*([A-Za-z_][A-Za-z0-9_]*)=(?:'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[^\s'"\\])*(?:\s+|$)/;

export function recentCommands(): RecentCommand[] {
  return readRecentCommands(readRemembered(KEY));
}

/** The stored commands; entries damaged or written by another version are dropped. */
export function readRecentCommands(stored: unknown): RecentCommand[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(isJsonObject).flatMap((one) => {
    const commandLine = stringAt(one, 'commandLine') ?? '';
    if (commandLine === '') return [];
    const settings = settingsChangeSchema.safeParse(one.settings);
    const names = Array.isArray(one.envNames) ? one.envNames : [];
    return [
      {
        commandLine,
        cwd: stringAt(one, 'cwd') ?? '',
        label: stringAt(one, 'label') ?? '',
        envNames: names.filter((name) => typeof name === 'string'),
        settings: settings.success ? settings.data : {},
      },
    ];
  });
}

/** Moves a command to the top of the list. */
export function rememberCommand(command: RecentCommand): void {
  remember(KEY, withCommand(recentCommands(), command));
}

/** `commands` with one more at the top, stripped of the values assigned before the command. */
export function withCommand(commands: readonly RecentCommand[], command: RecentCommand): RecentCommand[] {
  const { line, names } = withoutAssignments(command.commandLine);
  const { answers: _answers, ...brief } = command.settings;
  const kept: RecentCommand = {
    ...command,
    commandLine: line,
    envNames: [...new Set([...names, ...command.envNames])],
    settings: JSON.stringify(command.settings).length > LONGEST_SETTINGS ? brief : command.settings,
  };
  const others = commands.filter((one) => one.commandLine !== line || one.cwd !== command.cwd);
  return (line === '' ? others : [kept, ...others]).slice(0, KEPT);
}

/** The command line without the `NAME=value` assignments before its command, and their names. */
function withoutAssignments(commandLine: string): { line: string; names: string[] } {
  let line = commandLine.trim();
  const names: string[] = [];
  for (;;) {
    const [assignment = '', name] = ASSIGNMENT.exec(line) ?? [];
    if (name === undefined) return { line, names };
    names.push(name);
    line = line.slice(assignment.length);
  }
}
