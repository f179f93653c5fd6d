import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { counted } from '../format/quantity-text.ts';
import { Button } from '../kit.tsx';
import { FieldHead, FieldText } from './field-head.tsx';
import styles from './form.module.css';
import {
  type ControlProps,
  type FieldValue,
  FormContext,
  type FormSetting,
  useFieldValue,
  useForm,
  type ValueFieldProps,
} from './form-context.ts';
import { sameJson, startValue, warningsAt } from './form-value.ts';
import { BranchField, GroupField, ListField } from './group-field.tsx';
import { JsonControl, useWrittenText } from './json-control.tsx';
import { choiceText, type FormPart, formPart } from './schema-form.ts';
import { isSearched, SearchChoice, SuggestControl } from './suggest-control.tsx';
import { BytesControl, PickerControl, PlainText } from './text-controls.tsx';

/** One value of a form with its name, its description and the control for its schema. */
export function ValueField(props: ValueFieldProps) {
  const { path, name, schema } = props;
  const id = useId();
  const { root } = useForm();
  const field = useFieldValue(path);
  const { value } = field;
  const part = useMemo(() => formPart(root, schema, { value }), [root, schema, value]);
  const control: ControlProps = { id, path, describedBy: `${id}-description`, part, field };
  const single = isSingle(part, field.value);
  const shown = () => controlOf(props, control, () => field.set(startValue(root, schema)));
  return (
    <div
      className={styles.field}
      data-member={path.length === 1 ? path[0] : undefined}
      {...(single ? { onKeyDown: omittingKeys(field) } : { role: 'group', 'aria-label': name })}
    >
      <FieldHead {...props} id={single ? id : ''} part={part} field={field} />
      <FieldText id={`${id}-description`} part={part} field={field} />
      {single || path.length < 2 ? (
        shown()
      ) : (
        <Folded name={name} value={value}>
          {shown}
        </Folded>
      )}
    </div>
  );
}

/** Backspace and Delete omit an empty value or a checkbox, like the button that Tab skips. */
function omittingKeys(field: FieldValue): (event: KeyboardEvent) => void {
  return (event) => {
    const isEmpty =
      event.target instanceof HTMLElement && event.target.matches(':placeholder-shown, [type=checkbox]');
    if (!isEmpty || field.value === undefined || (event.key !== 'Backspace' && event.key !== 'Delete'))
      return;
    event.preventDefault();
    field.unset();
  };
}

type FoldedProps = { readonly name: string; readonly value: unknown; readonly children: () => ReactNode };

/** The fields of a nested value; in a very large form they must be opened first. */
function Folded({ name, value, children }: FoldedProps) {
  const { large } = useForm();
  const [open, setOpen] = useState(false);
  const held = Array.isArray(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : 0;
  if (!large || open || held === 0) return children();
  return (
    <Button look="bare" className={styles.add} aria-expanded={false} onClick={() => setOpen(true)}>
      {counted(held, 'value')} · open<span className={styles.unseen}> {name}</span>
    </Button>
  );
}

/** True if one labeled control shows the value, false for a group of fields. */
function isSingle(part: FormPart, value: unknown): boolean {
  return !isWhole(part, value) || !['list', 'group', 'branches'].includes(part.kind);
}

/** True if the part's own control can show the value; any other value is shown as JSON. */
function isWhole(part: FormPart, value: unknown): boolean {
  if (value === undefined) return true;
  if (value === null && part.nullable) return false;
  switch (part.kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return isNumberText(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'group':
      return isJsonObject(value);
    case 'choice':
    case 'branches':
    case 'json':
      return true;
  }
}

function controlOf(props: ValueFieldProps, control: ControlProps, start: () => void): ReactNode {
  const { part, field } = control;
  if (!isWhole(part, field.value)) return <JsonControl {...control} />;
  switch (part.kind) {
    case 'text':
      return <TextControl {...control} />;
    case 'number':
      return <NumberControl {...control} />;
    case 'boolean':
      return <BooleanControl {...control} />;
    case 'choice':
      return <ChoiceControl {...control} />;
    case 'json':
      return <JsonControl {...control} />;
    case 'list':
      return <ListField path={props.path} name={props.name} items={part.items} places={part.places} />;
    case 'group':
      return field.value === undefined ? (
        <SetButton name={props.name} field={field} onSet={start} />
      ) : (
        <GroupField path={props.path} part={part} />
      );
    case 'branches':
      return <BranchField path={props.path} name={props.name} branches={part.branches} />;
  }
}

type SetButtonProps = { readonly name: string; readonly field: FieldValue; readonly onSet: () => void };

function SetButton({ name, field, onSet }: SetButtonProps) {
  return (
    <Button look="bare" className={styles.add} disabled={field.disabled} onClick={onSet}>
      not set · set<span className={styles.unseen}> {name}</span>
    </Button>
  );
}

/** A three-state checkbox: true, false and omitted. */
function BooleanControl({ id, describedBy, field }: ControlProps) {
  const text = field.value === undefined ? 'not set' : String(field.value);
  return (
    <span className={styles.box}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={describedBy}
        disabled={field.disabled}
        checked={field.value === true}
        ref={(box) => {
          if (box !== null) box.indeterminate = field.value === undefined;
        }}
        onChange={(event) => field.set(field.value === undefined ? true : event.target.checked)}
      />
      <span aria-hidden="true">{text}</span>
    </span>
  );
}

/** A number as text, so that an invalid number can be sent too. */
function NumberControl({ id, describedBy, part, field }: ControlProps) {
  const { text, hold } = useWrittenText(field.value, (value) => (value === undefined ? '' : String(value)));
  const change = (typed: string) => {
    const next = readNumberText(typed);
    hold(typed, next);
    if (next === undefined) field.unset();
    else field.set(next);
  };
  return (
    <input
      id={id}
      aria-describedby={describedBy}
      className={styles.control}
      inputMode={part.kind === 'number' && part.integer ? 'numeric' : 'decimal'}
      autoComplete="off"
      placeholder="not set"
      disabled={field.disabled}
      value={text}
      onChange={(event) => change(event.target.value)}
    />
  );
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The value of a number field: a number if it is valid JSON, else the text; undefined for none. */
export function readNumberText(text: string): number | string | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  return JSON_NUMBER.test(typed) ? Number(typed) : text;
}

/** True if a number field can show the value: a text that reads as a number is not the number. */
export function isNumberText(value: unknown): value is number | string {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && value.trim() !== '' && !JSON_NUMBER.test(value.trim());
}

const UNSET = 'unset';
const OTHER = 'other';

function ChoiceControl(props: ControlProps) {
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
      {other && <option value={OTHER}>{choiceText(field.value)} (no choice of the schema)</option>}
      {choices.map((choice, index) => (
        <option key={JSON.stringify(choice.value)} value={String(index)}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

function TextControl(props: ControlProps) {
  const { path, part } = props;
  const { suggest } = useForm();
  if (suggest !== undefined && path.length === 1) return <SuggestControl {...props} suggest={suggest} />;
  const format = part.kind === 'text' ? part.format : '';
  switch (format) {
    case 'date':
    case 'date-time':
    case 'time':
      return <PickerControl {...props} kind={format} />;
    case 'uuid':
      return <UuidControl {...props} />;
    case 'base64':
      return <BytesControl {...props} />;
    default:
      return <PlainText {...props} />;
  }
}

function UuidControl(props: ControlProps) {
  const { path, field } = props;
  return (
    <span className={styles.pair}>
      <PlainText {...props} />
      <Button
        aria-label={`New UUID for ${String(path.at(-1) ?? 'the value')}`}
        disabled={field.disabled}
        onClick={() => field.set(crypto.randomUUID())}
      >
        new
      </Button>
    </span>
  );
}

type Props = Pick<FormSetting, 'value' | 'warnings' | 'disabled' | 'suggest'> & {
  readonly schema: unknown;
  readonly onChange: (value: unknown) => void;
};

export function hasMembers(schema: unknown): boolean {
  const part = formPart(schema, schema);
  return part.kind === 'group' && part.members.length > 0;
}

/** True if a schema declares an object's members, even none: a form covers all of them. */
export function declaresMembers(schema: unknown): boolean {
  const part = formPart(schema, schema);
  return part.kind === 'group' && (isJsonObject(part.schema.properties) || part.others === undefined);
}

/** The limits of counted fields and of depth: more make a form large in any case. */
const MAX_COUNTED = 100;
const DEEPEST_COUNTED = 6;

/** The number of fields in a schema's form, including those in groups. */
export function fieldCount(schema: unknown): number {
  const countIn = (part: FormPart, depth: number, before: number): number => {
    if (part.kind !== 'group' || depth > DEEPEST_COUNTED) return before;
    return part.members.reduce(
      (sum, member) =>
        sum >= MAX_COUNTED ? sum : countIn(formPart(schema, member.schema), depth + 1, sum + 1),
      before,
    );
  };
  return countIn(formPart(schema, schema), 0, 0);
}

const MAX_WARNINGS = 20;
const MAX_OPEN = 300;

/** True if `value` contains more than `most` values at any depth; stops counting there. */
function holdsMoreThan(value: unknown, most: number): boolean {
  const open: unknown[] = [value];
  for (let seen = 0; open.length > 0; seen += 1) {
    if (seen > most || open.length > most) return true;
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    for (const inner of Object.values(one)) {
      open.push(inner);
      if (open.length > most) return true;
    }
  }
  return false;
}

/** The fields of an object schema. Warnings never block the form; values that it does not show are kept. */
export function ObjectForm({ schema, value, warnings, disabled, suggest, onChange }: Props) {
  const part = useMemo(() => formPart(schema, schema, { value }), [schema, value]);
  const whole = warningsAt(warnings, []);
  const large = useMemo(() => holdsMoreThan(value, MAX_OPEN), [value]);
  return (
    <FormContext
      value={{ root: schema, value, warnings, disabled, large, suggest, change: onChange, Field: ValueField }}
    >
      <GroupField path={[]} part={part} />
      {whole.slice(0, MAX_WARNINGS).map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
    </FormContext>
  );
}
