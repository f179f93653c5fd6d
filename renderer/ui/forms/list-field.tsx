import { useMemo } from 'react';
import type { ValuePath } from '../../../app/base/json-value.ts';
import { Button, CrossMark } from '../kit.tsx';
import { Paged } from '../list/paged.tsx';
import styles from './form.module.css';
import { useFieldValue, useForm } from './form-context.ts';
import { startValue, withItemMoved } from './form-value.ts';
import { FIELDS } from './group-field.tsx';
import { type Choice, formPart } from './schema-form.ts';

type Props = {
  readonly path: ValuePath;
  readonly name: string;
  readonly items: unknown;
  /** The schemas of the first items by index. */
  readonly places: readonly unknown[];
};

/** The items of a list, each to edit, move and remove, and a button that adds one; choices are checkboxes. */
export function ListField({ path, name, items, places }: Props) {
  const { root, Field } = useForm();
  const { value, set, disabled } = useFieldValue(path);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const schemaAt = (index: number) => (index < places.length ? places[index] : items);
  const choices = useMemo(
    () => (places.length === 0 ? listChoices(root, items) : undefined),
    [root, items, places.length],
  );
  if (choices !== undefined && isSelection(list, choices)) {
    return <MultiChoice path={path} name={name} choices={choices} />;
  }
  return (
    <div className={styles.nested}>
      <Paged items={list} noun="item" size={FIELDS}>
        {(shown, from) =>
          shown.map((_item, place) => {
            const index = from + place;
            const own = `${name} ${index + 1}`;
            return (
              <Field
                // Items have no identity, and their fields keep no state that must move with them.
                key={index}
                path={[...path, index]}
                name={own}
                schema={schemaAt(index)}
                required={false}
                tools={<ItemTools path={path} name={own} index={index} length={list.length} />}
              />
            );
          })
        }
      </Paged>
      <Button
        look="bare"
        className={styles.add}
        disabled={disabled}
        onClick={() => set([...list, startValue(root, schemaAt(list.length))])}
      >
        {value === undefined ? 'not set · add' : list.length === 0 ? 'empty list · add' : '+ Add'}
        <span className={styles.unseen}> to {name}</span>
      </Button>
    </div>
  );
}

type ToolsProps = {
  readonly path: ValuePath;
  readonly name: string;
  readonly index: number;
  readonly length: number;
};

function ItemTools({ path, name, index, length }: ToolsProps) {
  const { value, change, disabled } = useForm();
  const { unset } = useFieldValue([...path, index]);
  const move = (step: number) => change(withItemMoved(value, path, index, index + step));
  const shared = { look: 'bare', className: styles.tool } as const;
  return (
    <>
      <Button
        {...shared}
        aria-label={`Move ${name} up`}
        disabled={disabled || index === 0}
        onClick={() => move(-1)}
      >
        ↑
      </Button>
      <Button
        {...shared}
        aria-label={`Move ${name} down`}
        disabled={disabled || index === length - 1}
        onClick={() => move(1)}
      >
        ↓
      </Button>
      <Button {...shared} aria-label={`Remove ${name}`} disabled={disabled} onClick={unset}>
        <CrossMark />
      </Button>
    </>
  );
}

/** The choices of a list of enum items; undefined for any other list. */
export function listChoices(root: unknown, items: unknown): readonly Choice[] | undefined {
  const part = formPart(root, items);
  return part.kind === 'choice' && !part.nullable ? part.choices : undefined;
}

/** True if checkboxes can show the list: no duplicates, and only choices. */
export function isSelection(list: readonly unknown[], choices: readonly Choice[]): boolean {
  const known = new Set(choices.map(({ value }) => JSON.stringify(value)));
  const given = new Set(list.map((item) => JSON.stringify(item)));
  return given.size === list.length && [...given].every((text) => known.has(text));
}

/** `list` with a choice ticked or not, in the order of the choices. */
export function withTick(
  list: readonly unknown[],
  choices: readonly Choice[],
  choice: Choice,
  ticked: boolean,
): unknown[] {
  const given = new Set(list.map((item) => JSON.stringify(item)));
  const has = ({ value }: Choice) => given.has(JSON.stringify(value));
  return choices.filter((one) => (one === choice ? ticked : has(one))).map(({ value }) => value);
}

type MultiChoiceProps = {
  readonly path: ValuePath;
  readonly name: string;
  readonly choices: readonly Choice[];
};

/** Checkboxes for a list of choices; with none ticked it is an empty list, or stays omitted. */
function MultiChoice({ path, name, choices }: MultiChoiceProps) {
  const { value, set, disabled } = useFieldValue(path);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const given = new Set(list.map((item) => JSON.stringify(item)));
  return (
    <fieldset aria-label={`Choices of ${name}`} className={styles.ticks}>
      <Paged items={choices} noun="choice" size={FIELDS}>
        {(shown) =>
          shown.map((choice) => (
            <label key={JSON.stringify(choice.value)} className={styles.tick}>
              <input
                type="checkbox"
                disabled={disabled}
                checked={given.has(JSON.stringify(choice.value))}
                onChange={(event) => set(withTick(list, choices, choice, event.target.checked))}
              />
              {choice.label}
            </label>
          ))
        }
      </Paged>
      {value === undefined && <span className={styles.unset}>not set</span>}
    </fieldset>
  );
}
