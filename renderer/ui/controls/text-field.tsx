import { type ComponentProps, useId } from 'react';
import { Field, type FieldProps } from './field.tsx';

type Labels = Omit<FieldProps, 'children'>;
type Text = { readonly value: string; readonly onChange: (text: string) => void };

type TextFieldProps = Labels &
  Text & { readonly suggestions?: readonly string[] } & Omit<ComponentProps<'input'>, 'value' | 'onChange'>;

/** A labelled line of text; any other text than the suggested ones can be typed. */
export function TextField({ label, hint, fault, suggestions, onChange, ...input }: TextFieldProps) {
  const list = useId();
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(wiring) => (
        <>
          <input
            {...input}
            {...wiring}
            list={suggestions === undefined ? undefined : list}
            onChange={({ target }) => onChange(target.value)}
          />
          {suggestions !== undefined && (
            <datalist id={list}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

type AreaFieldProps = Labels & Text & Omit<ComponentProps<'textarea'>, 'value' | 'onChange'>;

/** A labelled text of several lines. */
export function AreaField({ label, hint, fault, onChange, ...area }: AreaFieldProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(wiring) => <textarea {...area} {...wiring} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}
