import type { FoundServer } from '../../../app/contract/profile-commands.ts';
import { Field } from '../../ui/controls/field.tsx';
import styles from './other-hosts-dialog.module.css';

type Props = {
  readonly servers: readonly FoundServer[];
  readonly answers: Readonly<Record<string, string>>;
  readonly change: (answers: Readonly<Record<string, string>>) => void;
};

/** What the host would ask its user for, for the servers that are ticked. */
export function HostAnswers({ servers, answers, change }: Props) {
  const asks = new Map(servers.flatMap((server) => server.asks).map((ask) => [ask.id, ask]));
  if (asks.size === 0) return null;
  return (
    <section aria-label="Values that the ticked servers ask for" className={styles.answers}>
      {[...asks.values()].map(({ id, description, password, fallback }) => (
        <Field key={id} label={id} hint={description}>
          {(wiring) => (
            <input
              {...wiring}
              type={password ? 'password' : 'text'}
              placeholder={fallback}
              value={answers[id] ?? ''}
              onChange={({ target }) => {
                const { [id]: _before, ...others } = answers;
                change(target.value === '' ? others : { ...others, [id]: target.value });
              }}
            />
          )}
        </Field>
      ))}
    </section>
  );
}
