import { Field } from './field.tsx';

type Props<Value extends string> = {
  readonly label: string;
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/** A labelled choice of one of several values. */
export function SelectField<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <Field label={label}>
      {({ id, className }) => (
        <select
          id={id}
          className={className}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find(([option]) => option === target.value);
            if (chosen !== undefined) onChange(chosen[0]);
          }}
        >
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
