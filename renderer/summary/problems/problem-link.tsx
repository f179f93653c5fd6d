import type { Inspected } from '../../state/inspected/inspected.ts';
import { showProblemOf } from '../../state/problems/problems-store.ts';
import { Button, kit } from '../../ui/kit.tsx';

/** Leads from a row that failed to all that failed for the same cause. */
export function ProblemLink({ inspected }: { readonly inspected: Inspected }) {
  const { session, row } = inspected;
  if (row.tier === 'ok' && row.flag === '') return null;
  return (
    <p className={`${kit.note} ${kit.above}`}>
      <Button look="link" onClick={() => void showProblemOf(session, row.seq)}>
        Show all that have this cause
      </Button>{' '}
      <kbd>u</kbd>
    </p>
  );
}
