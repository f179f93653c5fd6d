import { COMPARED_CLASSES } from '../../../app/compare/compared-rows.ts';
import type { ComparisonSummary } from '../../../app/compare/held-comparison.ts';
import { toggleClass, useCompare } from '../../state/compare/compare-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { classSentence, classWord } from './class-words.ts';
import styles from './compare.module.css';

/** How many rows of each class there are; a press lists them or leaves them out. */
export function ClassToggles({ summary }: { readonly summary: ComparisonSummary }) {
  const shown = useCompare((state) => state.shown);
  return (
    <fieldset aria-label="What is listed" className={styles.toggles}>
      {COMPARED_CLASSES.map((one) => (
        <Button
          look="pill"
          key={one}
          className={styles.toggle}
          data-class={one}
          data-none={summary.counts[one] === 0}
          aria-pressed={shown.includes(one)}
          title={classSentence(one)}
          onClick={() => void toggleClass(one)}
        >
          <b>{summary.counts[one].toLocaleString('en')}</b> {classWord(one)}
        </Button>
      ))}
      <span role="status" className={styles.note}>
        {summary.left.toLocaleString('en')} exchanges before, {summary.right.toLocaleString('en')} after.{' '}
        {verdict(summary)}
        {provokedWords(summary)}
      </span>
    </fieldset>
  );
}

function provokedWords({ provoked }: ComparisonSummary): string {
  if (provoked === 0) return '';
  return ` ${provoked.toLocaleString('en')} provoked by hand ${provoked === 1 ? 'is' : 'are'} left out.`;
}

function verdict({ counts }: ComparisonSummary): string {
  if (counts.worse > 0) return `${counts.worse} got worse.`;
  const others = counts.better + counts.changed + counts.left + counts.right + counts.outside;
  return others === 0 ? 'Nothing changed.' : 'No tier got worse.';
}
