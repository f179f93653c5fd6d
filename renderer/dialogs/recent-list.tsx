import styles from './connect-dialog.module.css';
import type { RecentCommand } from './recent-command.ts';

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
          title={command.cwd === '' ? command.commandLine : `${command.commandLine}\nin ${command.cwd}`}
          onClick={() => pick(command)}
        >
          <code>{command.commandLine}</code>
          {command.label === '' ? null : <span>{command.label}</span>}
        </button>
      ))}
    </fieldset>
  );
}
