import type { SendGroup } from '../../../app/re-run/send-plan.ts';
import { needsConsent } from '../../../app/re-run/send-risk.ts';
import { riskSentence, riskWord } from './risk-words.ts';
import styles from './send-again.module.css';

type Props = {
  readonly groups: readonly SendGroup[];
  readonly agreed: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
};

/** The methods and tools, each to be agreed to by itself; those that may change something come first. */
export function GroupList({ groups, agreed, toggle }: Props) {
  const asking = groups.filter(({ risk }) => needsConsent(risk));
  const free = groups.filter(({ risk }) => !needsConsent(risk));
  return (
    <div className={styles.groups}>
      {asking.length === 0 ? null : (
        <Groups
          title="These may change something. Tick each one that shall be sent."
          groups={asking}
          agreed={agreed}
          toggle={toggle}
        />
      )}
      {free.length === 0 ? null : (
        <Groups title="These only read." groups={free} agreed={agreed} toggle={toggle} />
      )}
    </div>
  );
}

function Groups({ title, groups, agreed, toggle }: Props & { readonly title: string }) {
  return (
    <fieldset className={styles.kinds}>
      <legend>{title}</legend>
      {groups.map((group) => (
        <label key={group.key} data-risk={group.risk} title={riskSentence(group.risk)}>
          <input type="checkbox" checked={agreed.has(group.key)} onChange={() => toggle(group.key)} />
          <span className={styles.kind}>
            {group.tool === '' ? group.method : group.tool}
            {group.tool === '' ? null : <small> {group.method}</small>}
          </span>
          <span className={styles.risk} data-risk={group.risk}>
            {riskWord(group.risk)}
          </span>
          <span className={styles.count}>{group.count === 1 ? '1 request' : `${group.count} requests`}</span>
        </label>
      ))}
    </fieldset>
  );
}
