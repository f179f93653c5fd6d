import type { Inspected } from '../../state/inspected/inspected.ts';
import { FindingCards } from '../findings/finding-cards.tsx';
import { useSelectionFindings } from './use-selection-findings.ts';

/** What the rules say of the selection. */
export function SelectionFindings({ inspected }: { readonly inspected: Inspected }) {
  const findings = useSelectionFindings(inspected);
  return <FindingCards session={inspected.session} findings={findings} />;
}
