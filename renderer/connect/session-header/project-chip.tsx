import { Popover } from '@base-ui/react/popover';
import type { SessionInfo } from '../../../app/contract/session-info.ts';
import bar from '../../shared/session-bar.module.css';
import { projectText, setRules } from '../../state/session/session-text.ts';
import chip from '../../ui/controls/chip.module.css';
import { PopoverPanel } from '../../ui/controls/panels.tsx';
import { kit } from '../../ui/kit.tsx';
import styles from './vocabulary-chip.module.css';

/** Says that a project file counts for the session; opens what it says. */
export function ProjectChip({ info }: { readonly info: SessionInfo }) {
  const { project } = info;
  if (project === undefined) return null;
  const rules = setRules(project);
  return (
    <Popover.Root>
      <Popover.Trigger
        className={`${chip.chip} ${styles.chip} ${styles.whole} ${bar.least}`}
        aria-label={`Project file: ${projectText(project)}`}
        title={`${project.path}: ${projectText(project)}`}
      >
        project
      </Popover.Trigger>
      <PopoverPanel title="Project file" className={styles.popup}>
        <Popover.Description className={kit.remark}>
          <code>{project.path}</code>: {projectText(project)}. It was read when this tab was opened; connect
          or open it again to read it anew.
        </Popover.Description>
        {rules.length > 0 && (
          <section className={styles.layer} aria-label="Rules of the project file">
            <ul className={`${kit.stack} ${kit.gap2}`}>
              {rules.map(({ rule, as, reason }) => (
                <li key={rule}>
                  <code>{rule}</code> <strong>{as}</strong>: {reason}
                </li>
              ))}
            </ul>
          </section>
        )}
      </PopoverPanel>
    </Popover.Root>
  );
}
