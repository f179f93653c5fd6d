import { useMemo } from 'react';
import styles from './form.module.css';
import { FormContext, type Suggest } from './form-context.ts';
import { type FieldWarnings, warningsAt } from './form-value.ts';
import { GroupField } from './group-field.tsx';
import { formPart } from './schema-form.ts';
import { ValueField } from './value-field.tsx';

type Props = {
  readonly schema: unknown;
  readonly value: unknown;
  readonly warnings: FieldWarnings;
  readonly disabled: boolean;
  readonly suggest?: Suggest | undefined;
  readonly onChange: (value: unknown) => void;
};

/** True if a schema declares members that a form can ask for. */
export function hasMembers(schema: unknown): boolean {
  const part = formPart(schema, schema);
  return part.kind === 'group' && part.members.length > 0;
}

/** The fields of an object schema. It warns and forbids nothing; what it does not show it does not change. */
export function ObjectForm({ schema, value, warnings, disabled, suggest, onChange }: Props) {
  const part = useMemo(() => formPart(schema, schema, { value }), [schema, value]);
  const whole = warningsAt(warnings, []);
  return (
    <FormContext
      value={{ root: schema, value, warnings, disabled, suggest, change: onChange, Field: ValueField }}
    >
      <GroupField path={[]} part={part} />
      {whole.map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
    </FormContext>
  );
}
