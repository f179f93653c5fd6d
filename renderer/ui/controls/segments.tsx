import { Button } from '../kit.tsx';
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

type PartChoiceProps<Part extends string> = {
  readonly legend: string;
  /** The name of the radio buttons, one for each place in the document. */
  readonly name: string;
  /** Each part with its title, how much it is, and whether there is any of it to choose. */
  readonly parts: readonly (readonly [part: Part, title: string, hint: string, possible: boolean])[];
  readonly chosen: Part;
  readonly choose: (part: Part) => void;
};

/** The choice of which part of a session something is done with. */
export function PartChoice<Part extends string>({
  legend,
  name,
  parts,
  chosen,
  choose,
}: PartChoiceProps<Part>) {
  return (
    <fieldset className={styles.parts}>
      <legend>{legend}</legend>
      {parts.map(([part, title, hint, possible]) => (
        <label key={part} data-off={!possible}>
          <input
            type="radio"
            name={name}
            checked={chosen === part}
            disabled={!possible}
            onChange={() => choose(part)}
          />
          {title} <span>{hint}</span>
        </label>
      ))}
    </fieldset>
  );
}
