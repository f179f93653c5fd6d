import { useMemo, useState } from 'react';
import { isJsonObject, type ValuePath } from '../../../app/base/json-value.ts';
import { checkPart, patternSchemas } from '../../../app/base/schema/check-schema.ts';
import { counted } from '../format/quantity-text.ts';
import { Button, CrossMark } from '../kit.tsx';
import { Paged } from '../list/paged.tsx';
import styles from './form.module.css';
import { useFieldValue, useForm } from './form-context.ts';
import { startValue, withItemMoved, withMemberRenamed } from './form-value.ts';
import { type Branch, type Choice, type FormPart, formPart } from './schema-form.ts';

/** How many items of a list, or undeclared members, are rendered at once. */
export const FIELDS = 50;
/** How many declared fields are rendered at once: forms of sixty exist. */
const DECLARED = 100;

/** The members of an object: the declared ones, and rows of key and value for all others. */
export function GroupField({ path, part }: { readonly path: ValuePath; readonly part: FormPart }) {
  const { Field } = useForm();
  const { value } = useFieldValue(path);
  if (part.kind !== 'group') return null;
  const declared = new Set(part.members.map((member) => member.name));
  const object = isJsonObject(value) ? value : {};
  const others = Object.keys(object).filter((name) => !declared.has(name));
  const ordered = part.members.toSorted((left, right) => Number(right.required) - Number(left.required));
  return (
    <div className={path.length === 0 ? styles.members : styles.nested}>
      <Paged items={ordered} noun="field" size={DECLARED}>
        {(shown) =>
          shown.map((member) => <Field key={member.name} {...member} path={[...path, member.name]} />)
        }
      </Paged>
      <Paged items={others} noun="other member" size={FIELDS}>
        {(shown, from) =>
          shown.map((name, index) => (
            // A row keeps its place while its key is typed.
            <OtherMember key={from + index} path={path} name={name} schema={otherSchema(part, name)} />
          ))
        }
      </Paged>
      {part.others !== undefined && (
        <AddMember path={path} schema={part.others} taken={Object.keys(object)} />
      )}
    </div>
  );
}

function otherSchema({ patterns, others }: Extract<FormPart, { kind: 'group' }>, name: string): unknown {
  return patternSchemas(patterns, name)[0] ?? others ?? {};
}

type OtherProps = { readonly path: ValuePath; readonly name: string; readonly schema: unknown };

function OtherMember({ path, name, schema }: OtherProps) {
  const { value, change, disabled, Field } = useForm();
  const { unset } = useFieldValue([...path, name]);
  const label = name === '' ? 'the unnamed member' : name;
  return (
    <div className={styles.row}>
      <div className={styles.head}>
        <input
          className={styles.key}
          aria-label={`Key of ${label}`}
          placeholder="key"
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          value={name}
          onChange={(event) => change(withMemberRenamed(value, path, name, event.target.value))}
        />
        <Button
          look="bare"
          className={styles.tool}
          aria-label={`Remove ${label}`}
          disabled={disabled}
          onClick={unset}
        >
          <CrossMark />
        </Button>
      </div>
      <Field path={[...path, name]} name={label} schema={schema} required={false} bare />
    </div>
  );
}

type AddProps = { readonly path: ValuePath; readonly schema: unknown; readonly taken: readonly string[] };

function AddMember({ path, schema, taken }: AddProps) {
  const { root } = useForm();
  const { value, set, disabled } = useFieldValue(path);
  const add = () => {
    const object = isJsonObject(value) ? value : {};
    let number = taken.length + 1;
    while (taken.includes(`key${number}`)) number += 1;
    set({ ...object, [`key${number}`]: startValue(root, schema) });
  };
  return (
    <Button look="bare" className={styles.add} disabled={disabled} onClick={add}>
      + Add member
    </Button>
  );
}

type BranchFieldProps = {
  readonly path: ValuePath;
  readonly name: string;
  readonly branches: readonly Branch[];
};

const UNSET = 'unset';
const MAX_LISTED = 200;

/** A value of one of several shapes: after the shape is selected, its fields appear. */
export function BranchField({ path, name, branches }: BranchFieldProps) {
  const { root, Field } = useForm();
  const { value, set, unset, disabled } = useFieldValue(path);
  const [chosen, setChosen] = useState(-1);
  const { misses, best } = useMemo(() => fittingBranch(root, branches, value), [root, branches, value]);
  // The selection is kept unless the value matches another shape better.
  const kept = branches[chosen] !== undefined && (misses[chosen] === 0 || misses[best] !== 0);
  const at = kept ? chosen : best;
  const branch = branches[at];
  const listed = branches.slice(0, MAX_LISTED);

  const choose = (option: string) => {
    if (option === UNSET) return unset();
    const next = branches[Number(option)];
    setChosen(Number(option));
    if (next !== undefined && (value === undefined || misses[Number(option)] !== 0))
      set(startValue(root, next.schema));
  };
  return (
    <div className={styles.nested}>
      <select
        className={styles.control}
        aria-label={`Shape of ${name}`}
        disabled={disabled}
        value={value === undefined ? UNSET : String(at)}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={UNSET}>not set</option>
        {listed.map(({ label }, index) => (
          <option key={label} value={String(index)}>
            {label}
          </option>
        ))}
        {at >= MAX_LISTED && <option value={String(at)}>{branch?.label}</option>}
      </select>
      {branches.length > MAX_LISTED && (
        <p className={styles.limits}>
          {MAX_LISTED} of {counted(branches.length, 'shape')} listed; a value of another one can be written as
          JSON
        </p>
      )}
      {value !== undefined && branch !== undefined && (
        <Field key={at} path={path} name={name} schema={branch.schema} required={false} bare />
      )}
    </div>
  );
}

/** The limit of mismatches per branch: enough to tell a near miss from another shape. */
const COUNTED = 8;

/** The step limits per branch and in total: a schema may have any number of branches. */
const STEPS = 3000;
const ALL_STEPS = 100_000;
/** How many branches are compared with the value; later ones are never selected automatically. */
const MAX_COMPARED = 2000;

/** The mismatches of each branch, and the best match for a value: the first of equals, -1 without branches. */
export function fittingBranch(root: unknown, branches: readonly Branch[], value: unknown) {
  const compared = branches.slice(0, MAX_COMPARED);
  const steps = Math.min(STEPS, Math.ceil(ALL_STEPS / Math.max(1, compared.length)));
  const misses = compared.map(({ schema }) => branchMisses(root, schema, value, steps));
  return { misses, best: misses.indexOf(Math.min(...misses)) };
}

/** A wrong type hides all other mismatches, so it counts as the maximum. */
function branchMisses(root: unknown, schema: unknown, value: unknown, steps: number): number {
  const { warnings } = checkPart(root, schema, value, { warnings: COUNTED, steps });
  return warnings.some(({ at }) => at.length === 0) ? COUNTED + 1 : warnings.length;
}

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
