import { DEFAULT_SETTINGS, withSettings } from '../../../app/protocol/session-settings.ts';
import { settingsWords } from '../../../app/protocol/settings-words.ts';
import styles from '../../connect/dialog/connect-dialog.module.css';
import type { RecentCommand } from '../../connect/dialog/recent-command.ts';

type Props = { readonly commands: readonly RecentCommand[]; readonly pick: (command: RecentCommand) => void };

/** Commands of earlier times; a click fills the form. */
export function RecentList({ commands, pick }: Props) {
  if (commands.length === 0) return null;
  return (
    <fieldset className={styles.recent}>
      <legend>Recent</legend>
      {commands.map((command) => (
        <button
          key={`${command.commandLine} ${command.cwd}`}
          type="button"
          title={[command.commandLine, ...usedWords(command)].join('\n')}
          onClick={() => pick(command)}
        >
          <code>{command.commandLine}</code>
          <span>{[command.label, ...usedWords(command)].filter((words) => words !== '').join(' · ')}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** How the command was used, beside the words of the command itself. */
function usedWords({ cwd, envNames, settings }: RecentCommand): string[] {
  return [
    ...(cwd === '' ? [] : [`in ${cwd}`]),
    ...(envNames.length === 0 ? [] : [`with ${envNames.join(', ')}`]),
    ...settingsWords(DEFAULT_SETTINGS, withSettings(DEFAULT_SETTINGS, settings)),
  ];
}
