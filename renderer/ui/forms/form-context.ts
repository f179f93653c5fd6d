import { type ComponentType, createContext, type ReactNode, use } from 'react';
import { isJsonObject, type ValuePath, valueAt } from '../../../app/base/json-value.ts';
import type { Result } from '../../../app/base/result.ts';
import { counted } from '../format/quantity-text.ts';
import { type FieldWarnings, warningsAt, withoutValueAt, withValueAt } from './form-value.ts';
import type { FormPart } from './schema-form.ts';

/** Requests completions of a text, given the other members of the form. */
export type Suggest = (
  member: string,
  text: string,
  others: Readonly<Record<string, string>>,
) => Promise<Result<Completion>>;

export type FormSetting = {
  /** The document that `$ref` refers to. */
  readonly root: unknown;
  readonly value: unknown;
  readonly warnings: FieldWarnings;
  readonly disabled: boolean;
  /** True if the value is so large that nested fields must be opened first. */
  readonly large: boolean;
  /** Completes the texts of top-level members; undefined if not supported. */
  readonly suggest?: Suggest | undefined;
  readonly change: (value: unknown) => void;
  /** Renders any field: groups and lists contain fields, and fields contain groups and lists. */
  readonly Field: ComponentType<ValueFieldProps>;
};

export type ValueFieldProps = {
  readonly path: ValuePath;
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
  /** Replaces the button that removes the value. */
  readonly tools?: ReactNode;
  /** True if the name is already visible next to the field: it is then only for screen readers. */
  readonly bare?: boolean;
};

export const FormContext = createContext<FormSetting | undefined>(undefined);

export function useForm(): FormSetting {
  const setting = use(FormContext);
  if (setting === undefined) throw new Error('a field outside a form');
  return setting;
}

/** A field's own part of the value: undefined while omitted. */
export type FieldValue = {
  readonly value: unknown;
  readonly warnings: readonly string[];
  readonly disabled: boolean;
  readonly set: (value: unknown) => void;
  /** Removes the member, or the item from its list. */
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

/** The props of a scalar control; `id` ties it to its label, `describedBy` to its description. */
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
  /** The total; undefined if the server does not report it. */
  readonly total: number | undefined;
  readonly hasMore: boolean;
};

/** Parses a `CompleteResult`; undefined if it contains no list of values. */
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

/** The number of values, and whether that is all, in brief; `most` are listed at once. */
export function completionText({ values, total, hasMore }: Completion, most = values.length): string {
  if (values.length === 0) return 'The server has no value for this text.';
  if (values.length > most)
    return `${most} of ${counted(values.length, 'value')} listed; type on to narrow them down`;
  const shown = `${values.length} ${values.length === 1 ? 'value' : 'values'}`;
  if (total !== undefined && total > values.length)
    return `${shown} of ${total}; type on to narrow them down`;
  return hasMore ? `${shown}; the server has more` : shown;
}

/** The focusable fields of a form, except folded and disabled ones. */
function openFields(form: Element, selector: string): HTMLInputElement[] {
  const fields = [...form.querySelectorAll<HTMLInputElement>(selector)];
  return fields.filter((field) => !field.disabled && field.checkVisibility());
}

/** Focuses a form: the member that its `data-at` names, its first empty field, its first field or link, or its button. */
export function focusForm(form: Element): void {
  const open = openFields(form, 'input, textarea, select, a[href]');
  const at = form.getAttribute('data-at') || null;
  const named = open.find(
    (one) => at !== null && one.closest('[data-member]')?.getAttribute('data-member') === at,
  );
  const field = named ?? open.find(({ value }) => value === '') ?? open[0];
  (field ?? form.querySelector<HTMLElement>('[type="submit"]'))?.focus();
  if (field !== undefined) selectText(field);
}

/** Like the Tab key in a text field: typing replaces the text. */
function selectText(field: HTMLInputElement | HTMLTextAreaElement): void {
  if ('select' in field && !field.value.includes('\n')) field.select();
}

/** Handles Enter in a line of a form: moves to the next empty field, and submits from the last one, for a next call. */
export function enterFrom(field: HTMLInputElement | HTMLTextAreaElement): void {
  const open = openFields(field.form ?? field, 'input, textarea').filter(
    (one) => one.closest('details') === null,
  );
  const next = open
    .slice(open.findIndex((one) => one.isSameNode(field)) + 1)
    .find(({ value }) => value === '');
  if (next === undefined) field.form?.requestSubmit();
  else next.focus();
  selectText(next ?? field);
}
