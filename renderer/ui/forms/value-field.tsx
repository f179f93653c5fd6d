import { type ReactNode, useId, useMemo } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { Button } from '../controls/button.tsx';
import { BooleanControl } from './boolean-control.tsx';
import { BranchField } from './branch-field.tsx';
import { ChoiceControl } from './choice-control.tsx';
import { FieldHead, FieldWords } from './field-head.tsx';
import styles from './form.module.css';
import {
  type ControlProps,
  type FieldValue,
  useFieldValue,
  useForm,
  type ValueFieldProps,
} from './form-context.ts';
import { GroupField } from './group-field.tsx';
import { JsonControl } from './json-control.tsx';
import { ListField } from './list-field.tsx';
import { NumberControl } from './number-control.tsx';
import { isNumberText } from './number-text.ts';
import { type FormPart, formPart } from './schema-form.ts';
import { startValue } from './start-value.ts';
import { TextControl } from './text-control.tsx';

/** One value of a form with its name, its words and the control that its schema asks for. */
export function ValueField(props: ValueFieldProps) {
  const { path, name, schema } = props;
  const id = useId();
  const { root } = useForm();
  const field = useFieldValue(path);
  const { value } = field;
  const part = useMemo(() => formPart(root, schema, { value }), [root, schema, value]);
  const control: ControlProps = { id, path, describedBy: `${id}-words`, part, field };
  const single = isSingle(part, field.value);
  return (
    <div className={styles.field} {...(single ? {} : { role: 'group', 'aria-label': name })}>
      <FieldHead {...props} id={single ? id : ''} part={part} field={field} />
      <FieldWords id={`${id}-words`} part={part} field={field} />
      {controlOf(props, control, () => field.set(startValue(root, schema)))}
    </div>
  );
}

/** True where one labelled control shows the value; else it is a group of fields. */
function isSingle(part: FormPart, value: unknown): boolean {
  return !isWhole(part, value) || !['list', 'group', 'branches'].includes(part.kind);
}

/** True where the part's own control can show the value; any other value is shown as JSON. */
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
