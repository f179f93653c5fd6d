import { Button } from './button.tsx';
import styles from './segments.module.css';

type Props<Value extends string> = {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/** Two or more views of one thing, of which one is on. */
export function Segments<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {options.map(([option, text]) => (
        <Button
          key={option}
          size="tiny"
          look="quiet"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
        >
          {text}
        </Button>
      ))}
    </fieldset>
  );
}
