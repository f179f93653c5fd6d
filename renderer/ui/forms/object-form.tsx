import { useMemo } from 'react';
import { isJsonObject } from '../../../app/base/json-value.ts';
import styles from './form.module.css';
import { FormContext, type FormSetting } from './form-context.ts';
import { warningsAt } from './form-value.ts';
import { GroupField } from './group-field.tsx';
import { type FormPart, formPart } from './schema-form.ts';
import { ValueField } from './value-field.tsx';

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
export function holdsMoreThan(value: unknown, most: number): boolean {
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
