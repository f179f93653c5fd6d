import styles from './form.module.css';
import { useFieldValue } from './form-context.ts';
import { sameJson, type ValuePath } from './form-value.ts';
import { type Choice, formPart } from './schema-form.ts';

/** The choices of a list whose items are choices each; undefined where they are anything else. */
export function listChoices(root: unknown, items: unknown): readonly Choice[] | undefined {
  const part = formPart(root, items);
  return part.kind === 'choice' && !part.nullable ? part.choices : undefined;
}

/** True where boxes to tick can show the list: nothing twice, and nothing that is no choice. */
export function isSelection(list: readonly unknown[], choices: readonly Choice[]): boolean {
  const places = list.map((item) => choices.findIndex(({ value }) => sameJson(value, item)));
  return !places.includes(-1) && new Set(places).size === places.length;
}

/** `list` with a choice ticked or not, in the order of the choices. */
export function withTick(
  list: readonly unknown[],
  choices: readonly Choice[],
  choice: Choice,
  ticked: boolean,
): unknown[] {
  const has = ({ value }: Choice) => list.some((item) => sameJson(value, item));
  return choices.filter((one) => (one === choice ? ticked : has(one))).map(({ value }) => value);
}

type Props = { readonly path: ValuePath; readonly name: string; readonly choices: readonly Choice[] };

/** Boxes to tick for a list of choices; without any tick it is an empty list, or left out as it was. */
export function MultiChoice({ path, name, choices }: Props) {
  const { value, set, disabled } = useFieldValue(path);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <fieldset aria-label={`Choices of ${name}`} className={styles.ticks}>
      {choices.map((choice) => (
        <label key={JSON.stringify(choice.value)} className={styles.tick}>
          <input
            type="checkbox"
            disabled={disabled}
            checked={list.some((item) => sameJson(choice.value, item))}
            onChange={(event) => set(withTick(list, choices, choice, event.target.checked))}
          />
          {choice.label}
        </label>
      ))}
      {value === undefined && <span className={styles.unset}>not set</span>}
    </fieldset>
  );
}
