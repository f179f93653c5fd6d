import { type ComponentType, createContext, type ReactNode, use } from 'react';
import { isJsonObject, type ValuePath, valueAt } from '../../../app/base/json-value.ts';
import type { Result } from '../../../app/base/result.ts';
import { counted } from '../format/quantity-text.ts';
import { type FieldWarnings, warningsAt, withoutValueAt, withValueAt } from './form-value.ts';
import type { FormPart } from './schema-form.ts';

/** Asks for values that a text may be completed to, given the other members of the form. */
export type Suggest = (
  member: string,
  text: string,
  others: Readonly<Record<string, string>>,
) => Promise<Result<Completion>>;

type FormSetting = {
  /** The document that `$ref` points into. */
  readonly root: unknown;
  readonly value: unknown;
  readonly warnings: FieldWarnings;
  readonly disabled: boolean;
  /** True if the value holds this much that fields inside fields wait to be opened. */
  readonly large: boolean;
  /** Completes the texts of the outermost members; undefined if nobody does. */
  readonly suggest?: Suggest | undefined;
  readonly change: (value: unknown) => void;
  /** Draws any field: groups and lists hold fields, and fields hold groups and lists. */
  readonly Field: ComponentType<ValueFieldProps>;
};

export type ValueFieldProps = {
  readonly path: ValuePath;
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
  /** Stands in for the button that leaves the value out. */
  readonly tools?: ReactNode;
  /** True if the name stands beside the field already: it is for the ear only then. */
  readonly bare?: boolean;
};

export const FormContext = createContext<FormSetting | undefined>(undefined);

/** The setting of the form around. */
export function useForm(): FormSetting {
  const setting = use(FormContext);
  if (setting === undefined) throw new Error('a field outside a form');
  return setting;
}

/** A field's own part of the value: undefined while it is left out. */
export type FieldValue = {
  readonly value: unknown;
  readonly warnings: readonly string[];
  readonly disabled: boolean;
  readonly set: (value: unknown) => void;
  /** Leaves the member out, or takes the item out of its list. */
  readonly unset: () => void;
};

export function useFieldValue(path: ValuePath): FieldValue {
  const form = useForm();
  return {
    value: valueAt(form.value, path),
    warnings: warningsAt(form.warnings, path),
    disabled: form.disabled,
    set: (next) => form.change(withValueAt(form.value, path, next)),
    unset: () => form.change(withoutValueAt(form.value, path)),
  };
}

/** What a control needs to draw one scalar; `id` ties it to its label, `describedBy` to its description. */
export type ControlProps = {
  readonly id: string;
  readonly path: ValuePath;
  readonly describedBy: string;
  readonly part: FormPart;
  readonly field: FieldValue;
};

/** Values that a server suggests for a text (MCP, server/utilities/completion). */
export type Completion = {
  readonly values: readonly string[];
  /** How many there are altogether; undefined if the server does not say. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
};

/** Reads a `CompleteResult`; undefined if it holds no list of values. */
export function readCompletion(result: unknown): Completion | undefined {
  const completion = isJsonObject(result) ? result.completion : undefined;
  if (!isJsonObject(completion) || !Array.isArray(completion.values)) return undefined;
  const { total, hasMore } = completion;
  return {
    values: completion.values.filter((value: unknown) => typeof value === 'string'),
    total: typeof total === 'number' ? total : undefined,
    hasMore: hasMore === true,
  };
}

/** How many values there are, and whether that is all, in brief; `most` are listed at once. */
export function completionText({ values, total, hasMore }: Completion, most = values.length): string {
  if (values.length === 0) return 'The server has no value for this text.';
  if (values.length > most)
    return `${most} of ${counted(values.length, 'value')} listed; type on to narrow them down`;
  const shown = `${values.length} ${values.length === 1 ? 'value' : 'values'}`;
  if (total !== undefined && total > values.length)
    return `${shown} of ${total}; type on to narrow them down`;
  return hasMore ? `${shown}; the server has more` : shown;
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** What takes the caret in a form; what is folded away or turned off does not. */
function openFields(form: Element, selector: string): HTMLInputElement[] {
  const fields = [...form.querySelectorAll<HTMLInputElement>(selector)];
  return fields.filter((field) => !field.disabled && field.checkVisibility());
}

/** Puts the caret where one types in a form: its first empty field, else its first field or link, else its button. */
export function focusForm(form: Element): void {
  const open = openFields(form, 'input, textarea, select, a[href]');
  const field = open.find(({ value }) => value === '') ?? open[0];
  (field ?? form.querySelector<HTMLElement>('[type="submit"]'))?.focus();
  // As the Tab key does with a line of text: what is typed replaces it.
  if (field !== undefined && 'select' in field && !field.value.includes('\n')) field.select();
}

/** What Enter does in a line of a form: it goes on to the next empty field, and submits from the last one. */
export function enterFrom(field: TextField): void {
  const open = openFields(field.form ?? field, 'input, textarea').filter(
    (one) => one.closest('details') === null,
  );
  const next = open
    .slice(open.findIndex((one) => one.isSameNode(field)) + 1)
    .find(({ value }) => value === '');
  if (next === undefined) field.form?.requestSubmit();
  else next.focus();
}
