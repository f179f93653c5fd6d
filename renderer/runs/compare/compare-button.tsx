import { openCompare } from '../../state/runs/compare-store.ts';
import { useScreen } from '../../state/screen/screen-store.ts';
import { Button, Glyph } from '../../ui/kit.tsx';

/** Opens the comparison, as soon as there is a session. */
export function CompareButton() {
  const any = useScreen((state) => state.sessions.length > 0);
  if (!any) return null;
  return (
    <Button look="icon" aria-label="Compare" title="Compare two runs (C)" onClick={openCompare}>
      <Glyph path="M1.6 2.5h4.2v9H1.6zM8.2 2.5h4.2v9H8.2zM3 5h1.4M9.6 5H11M9.6 8H11" />
    </Button>
  );
}
