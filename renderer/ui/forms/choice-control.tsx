import styles from './form.module.css';
import type { ControlProps } from './form-context.ts';
import { sameJson } from './form-value.ts';
import { choiceWords } from './schema-form.ts';
import { isSearched, SearchChoice } from './search-choice.tsx';

const UNSET = 'unset';
const OTHER = 'other';

/** One of the choices, none, or a value from elsewhere that is no choice. */
export function ChoiceControl(props: ControlProps) {
  const { id, describedBy, part, field } = props;
  const choices = part.kind === 'choice' ? part.choices : [];
  if (isSearched(choices)) return <SearchChoice {...props} choices={choices} />;
  const at = choices.findIndex((choice) => sameJson(choice.value, field.value));
  const other = at < 0 && field.value !== undefined;
  const change = (option: string) => {
    if (option === UNSET) field.unset();
    else if (option !== OTHER) field.set(choices[Number(option)]?.value);
  };
  return (
    <select
      id={id}
      aria-describedby={describedBy}
      className={styles.control}
      disabled={field.disabled}
      value={field.value === undefined ? UNSET : other ? OTHER : String(at)}
      onChange={(event) => change(event.target.value)}
    >
      <option value={UNSET}>not set</option>
      {other && <option value={OTHER}>{choiceWords(field.value)} (no choice of the schema)</option>}
      {choices.map((choice, index) => (
        <option key={JSON.stringify(choice.value)} value={String(index)}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
