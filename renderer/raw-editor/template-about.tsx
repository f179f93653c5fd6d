import { useComposer } from '../state/raw-editor/raw-editor-store.ts';
import { Button } from '../ui/controls/button.tsx';
import styles from './composer.module.css';
import { leaveTemplate, templateOf } from './composer-actions.ts';

/** What the chosen template breaks, and what a good server makes of it. */
export function TemplateAbout() {
  const template = templateOf(useComposer((state) => state.template));
  if (template === undefined) {
    return (
      <p className={styles.about}>
        The line goes out as it is, with a line feed after it. It is marked as written by hand, and no error
        that it provokes is counted against the server. A template at the left fills in one standard mistake.
      </p>
    );
  }
  return (
    <section className={styles.about} aria-label="About this template">
      <div className={styles.aboutHead}>
        <h3>{template.title}</h3>
        <Button look="quiet" onClick={leaveTemplate}>
          Keep the line, drop the expectation
        </Button>
      </div>
      <dl>
        <dt>breaks</dt>
        <dd>{template.breaks}</dd>
        <dt>a good server</dt>
        <dd>{template.expects}</dd>
        <dt>source</dt>
        <dd className={styles.source}>{template.source}</dd>
      </dl>
    </section>
  );
}
