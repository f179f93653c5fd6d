import { isJsonObject } from '../../../app/base/json-value.ts';
import type { Row } from '../../../app/frame/row.ts';
import { createdTask } from '../../../app/frame/task-end.ts';
import styles from './explain.module.css';
import { whoSeesIt } from './who-sees-it.ts';

/** A result whose `content` is missing or empty. */
function saysNothing(result: unknown): boolean {
  return isJsonObject(result) && !(Array.isArray(result.content) && result.content.length > 0);
}

/** Who got to know of it: the wire on the left, the model's context on the right. */
type Props = {
  readonly row: Row;
  /** The result, for an exchange that has one. */
  readonly result?: unknown;
  /** True where the envelope breaks JSON-RPC. */
  readonly broken?: boolean;
};

export function WhoBoxes({ row, result, broken = false }: Props) {
  const { wire, model } = whoSeesIt(row, {
    silent: saysNothing(result),
    broken,
    task: row.method === 'tools/call' && createdTask(result) !== undefined,
  });
  return (
    <div className={styles.who}>
      <section aria-label="On the wire">
        <h3>On the wire</h3>
        <p>{wire}</p>
      </section>
      <section aria-label="In the model's context">
        <h3>In the model's context</h3>
        <p>{model}</p>
      </section>
    </div>
  );
}
