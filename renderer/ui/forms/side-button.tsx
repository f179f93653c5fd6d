import { Button } from '../controls/button.tsx';

type Props = {
  readonly label: string;
  /** What it does, and to which field. */
  readonly accessibleName: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
};

/** A small button beside a field, which makes a value for it. */
export function SideButton({ label, accessibleName, disabled, onClick }: Props) {
  return (
    <Button aria-label={accessibleName} disabled={disabled} onClick={onClick}>
      {label}
    </Button>
  );
}
