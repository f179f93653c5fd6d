import { counted } from '../format/counted.ts';
import styles from './form.module.css';
import type { ControlProps } from './form-context.ts';
import { sameJson } from './form-value.ts';
import { type Choice, choiceText } from './schema-form.ts';

/** More choices than this are searched by typing. */
const MAX_LISTED = 30;

/** True if the choices are too many for a list that one scrolls through. */
export function isSearched(choices: readonly Choice[]): boolean {
  return choices.length > MAX_LISTED;
}

type Props = ControlProps & { readonly choices: readonly Choice[] };

/** One of very many choices: typed, with those that contain the text below; any other text is sent as it is. */
export function SearchChoice({ id, describedBy, field, choices }: Props) {
  const { value } = field;
  const chosen = choices.find((choice) => sameJson(choice.value, value));
  const text = value === undefined ? '' : (chosen?.label ?? choiceText(value));
  const { shown, left } = offered(choices, chosen === undefined ? text : '');
  return (
    <>
      <input
        id={id}
        list={`${id}-choices`}
        className={styles.control}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={describedBy}
        disabled={field.disabled}
        placeholder={`not set · type to search ${choices.length.toLocaleString('en')} choices`}
        value={text}
        onChange={(event) => {
          const next = readChoice(choices, event.target.value);
          if (next === undefined) field.unset();
          else field.set(next.value);
        }}
      />
      <datalist id={`${id}-choices`}>
        {shown.map((choice) => (
          <option key={JSON.stringify(choice.value)} value={choice.label} />
        ))}
      </datalist>
      {left > 0 && (
        <p className={styles.limits}>
          {shown.length.toLocaleString('en')} of {counted(shown.length + left, 'choice')} offered; type to
          narrow them down
        </p>
      )}
    </>
  );
}

/** Choices that a list below the box offers: a browser draws all that it is given. */
const MAX_OFFERED = 200;

/** The first choices that contain the text, in whatever case, and how many more do. */
export function offered(
  choices: readonly Choice[],
  text: string,
): { readonly shown: readonly Choice[]; readonly left: number } {
  const searched = text.toLowerCase();
  const fitting = choices.filter(({ label }) => label.toLowerCase().includes(searched));
  return { shown: fitting.slice(0, MAX_OFFERED), left: Math.max(0, fitting.length - MAX_OFFERED) };
}

/** The choice of a label, or the text itself as a value that is no choice; undefined for no text. */
export function readChoice(choices: readonly Choice[], text: string): { value: unknown } | undefined {
  if (text === '') return undefined;
  return choices.find(({ label }) => label === text) ?? { value: text };
}
