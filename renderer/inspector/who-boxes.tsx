import type { Row } from '../../app/frame/row.ts';
import styles from './explain.module.css';
import { whoSeesIt } from './who-sees-it.ts';

/** Who got to know of it: the wire on the left, the model's context on the right. */
export function WhoBoxes({ row }: { readonly row: Row }) {
  const { wire, model } = whoSeesIt(row);
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
