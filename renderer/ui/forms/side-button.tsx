import { Button } from '../controls/button.tsx';

type Props = {
  readonly word: string;
  /** What it does, and to which field. */
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
};

/** A small button beside a field, which makes a value for it. */
export function SideButton({ word, label, disabled, onClick }: Props) {
  return (
    <Button aria-label={label} disabled={disabled} onClick={onClick}>
      {word}
    </Button>
  );
}
