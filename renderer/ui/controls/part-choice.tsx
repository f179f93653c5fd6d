import styles from './part-choice.module.css';

type Props<Part extends string> = {
  readonly legend: string;
  /** The name of the radio buttons, one for each place in the document. */
  readonly name: string;
  /** Each part with its title, how much it is, and whether there is any of it to choose. */
  readonly parts: readonly (readonly [part: Part, title: string, hint: string, possible: boolean])[];
  readonly chosen: Part;
  readonly choose: (part: Part) => void;
};

/** The choice of which part of a session something is done with. */
export function PartChoice<Part extends string>({ legend, name, parts, chosen, choose }: Props<Part>) {
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
