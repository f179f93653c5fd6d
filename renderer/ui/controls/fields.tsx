import { type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react';
import { enterFrom } from '../forms/form-context.ts';
import { kit } from '../kit.tsx';
import styles from './field.module.css';

type FieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly fault?: string | undefined;
  readonly children: (wiring: FieldWiring) => ReactNode;
};

type FieldWiring = {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
  readonly spellCheck: false;
  readonly autoComplete: 'off';
};

/** A labeled control with its hint and its error. */
export function Field({ label, hint, fault = '', children }: FieldProps) {
  const id = useId();
  const wiring: FieldWiring = {
    id,
    className: styles.control,
    'aria-invalid': fault !== '',
    'aria-describedby': fault === '' ? undefined : `${id}-fault`,
    spellCheck: false,
    autoComplete: 'off',
  };
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
      </div>
      {children(wiring)}
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  );
}

type Props = { readonly text: string; readonly id?: string; readonly className?: string | undefined };

/** An error in one sentence, announced at once; nothing while the text is empty. */
export function Fault({ text, id, className = '' }: Props) {
  if (text === '') return null;
  return (
    <p id={id} role="alert" className={`${kit.fault} ${className}`}>
      {text}
    </p>
  );
}

/** A note that is announced when it appears; nothing while the text is empty. */
export function StatusText({ text, className = kit.mute }: Pick<Props, 'text' | 'className'>) {
  if (text === '') return null;
  return (
    <p role="status" className={className}>
      {text}
    </p>
  );
}

type CheckLineProps = Omit<ComponentProps<'input'>, 'onChange'> & {
  readonly onChange: (checked: boolean) => void;
};

/** A checkbox with its label; `className` and `title` apply to the whole line. */
export function CheckLine({ onChange, className = '', title, children, ...input }: CheckLineProps) {
  return (
    <label className={`${styles.line} ${className}`} title={title}>
      <input {...input} type="checkbox" onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}

type Labels = Omit<FieldProps, 'children'>;
type Text = { readonly value: string; readonly onChange: (text: string) => void };

type TextFieldProps = Labels &
  Text & { readonly suggestions?: readonly string[] } & Omit<ComponentProps<'input'>, 'value' | 'onChange'>;

/** A labeled single-line text field; values other than the suggestions are allowed. */
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

export function AreaField({ label, hint, fault, onChange, ...area }: AreaFieldProps) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(wiring) => <textarea {...area} {...wiring} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}

type SelectProps<Value extends string | number> = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  readonly options: readonly (readonly [value: Value, text: string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
};

/** Longer lists are unusable, and a browser renders all of their options. */
const MAX_OPTIONS = 500;

export function Select<Value extends string | number>({
  options,
  value,
  onChange,
  ...select
}: SelectProps<Value>) {
  return (
    <select
      {...select}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find(([option]) => String(option) === target.value);
        if (chosen !== undefined) onChange(chosen[0]);
      }}
    >
      {options.map(([option, text], index) =>
        index < MAX_OPTIONS || option === value ? (
          <option key={option} value={option}>
            {text}
          </option>
        ) : null,
      )}
      {options.length > MAX_OPTIONS && (
        <option disabled>… and {(options.length - MAX_OPTIONS).toLocaleString('en')} more</option>
      )}
    </select>
  );
}

/** The same with a label on the same line. */
export function SelectLine<Value extends string | number>({
  label,
  children,
  ...select
}: SelectProps<Value> & Labels) {
  const id = useId();
  return (
    <div className={kit.wrap}>
      <label htmlFor={id} className={kit.strong}>
        {label}
      </label>
      <Select {...select} id={id} />
      {children}
    </div>
  );
}

/** The same with a label above. */
export function SelectField<Value extends string>({ label, ...select }: SelectProps<Value> & Labels) {
  return (
    <Field label={label}>{({ id, className }) => <Select {...select} id={id} className={className} />}</Field>
  );
}

/** The ticked items, with one more, or without it if it was ticked. */
export function toggled(items: ReadonlySet<string>, one: string): ReadonlySet<string> {
  return items.has(one) ? new Set([...items].filter((item) => item !== one)) : new Set([...items, one]);
}

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'onKeyDown'> & {
  readonly onSubmit: () => void;
  /** True if Enter moves to the next line instead of submitting. */
  readonly byKeys?: boolean;
};

/** A form handled by the page itself: the browser never submits it. Ctrl+Enter submits it from every control. */
export function Form({ onSubmit, byKeys = false, ...form }: FormProps) {
  const submitByKeys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const { ctrlKey, metaKey, target } = event;
    if (ctrlKey || metaKey) onSubmit();
    else if (byKeys && !event.defaultPrevented && target instanceof HTMLInputElement) enterFrom(target);
    else return;
    event.preventDefault();
  };
  return (
    <form
      {...form}
      onKeyDown={submitByKeys}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}
