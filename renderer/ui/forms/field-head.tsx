import { memo } from 'react';
import { visibleText } from '../../../app/base/hidden-characters.ts';
import type { JsonObject } from '../../../app/base/json-value.ts';
import { count, numberAt } from '../../../app/base/schema/schema-walk.ts';
import { MarkdownPart } from '../content/markdown-part.tsx';
import { drawnText } from '../format/drawn-text.tsx';
import { NAME_CHARS, shortened } from '../format/quantity-text.ts';
import { Button, CrossMark } from '../kit.tsx';
import styles from './form.module.css';
import type { ControlProps, FieldValue, ValueFieldProps } from './form-context.ts';
import { choiceText, type FormPart } from './schema-form.ts';

/** `id` is that of the control that the name labels; empty for a group of controls. */
type HeadProps = Omit<ValueFieldProps, 'path' | 'schema'> & Pick<ControlProps, 'id' | 'part' | 'field'>;

const OMIT = 'Omit this field (not the same as empty)';

/** The name of a field with its type, and buttons that set its value to null or remove it. */
export function FieldHead({ name: whole, required, tools, bare, id, part, field }: HeadProps) {
  const name = shortened(whole, NAME_CHARS);
  if (bare === true) {
    return id === '' ? null : (
      <label htmlFor={id} className={styles.unseen}>
        {name}
      </label>
    );
  }
  return (
    <div className={styles.head}>
      {id === '' ? (
        <span className={styles.name}>{drawnText(name)}</span>
      ) : (
        <label htmlFor={id}>{drawnText(name)}</label>
      )}
      {required && (
        <span className={styles.required} title="required">
          *
        </span>
      )}
      <span className={styles.type} title={part.type}>
        {part.type}
      </span>
      {part.nullable && (
        <Button
          look="bare"
          className={styles.tool}
          aria-pressed={field.value === null}
          aria-label={`Make ${name} null`}
          disabled={field.disabled}
          onClick={() => (field.value === null ? field.unset() : field.set(null))}
        >
          null
        </Button>
      )}
      {tools ?? (
        <Button
          look="bare"
          className={styles.tool}
          hidden={field.value === undefined}
          aria-label={`Leave out ${name}`}
          title={id === '' ? OMIT : `${OMIT}: Backspace in the empty field`}
          tabIndex={id === '' ? 0 : -1}
          disabled={field.disabled}
          onClick={field.unset}
        >
          <CrossMark />
        </Button>
      )}
    </div>
  );
}

/** A schema's description may be of any length; the list of tools has the rest. */
const ABOUT_CHARS = 4000;
const MAX_WARNINGS = 20;

type FieldTextProps = { readonly id: string; readonly part: FormPart; readonly field: FieldValue };

/** The schema's description of a field, and why the value does not match. */
export function FieldText({ id, part, field }: FieldTextProps) {
  const limits = visibleText(shortened(limitText(part.schema), ABOUT_CHARS));
  const described = [part.title, part.description].filter((text) => text !== '').join(' · ');
  const about = visibleText(shortened(described, ABOUT_CHARS));
  return (
    <div id={id} className={styles.description}>
      {about !== '' && <About text={about} />}
      {limits !== '' && (
        <p className={styles.limits} title={limits}>
          {limits}
        </p>
      )}
      {part.kind !== 'branches' &&
        field.warnings.slice(0, MAX_WARNINGS).map((warning) => (
          <p key={warning} className={styles.warning}>
            {warning}
          </p>
        ))}
    </div>
  );
}

/** Inline Markdown marks; most field descriptions have none. */
const MARKS = /[*_`]|\]\(/;

/** A server's description of a field, as safe Markdown; parsed once, not on every key press. */
const About = memo(function About({ text }: { readonly text: string }) {
  return (
    <div className={styles.about} title={text}>
      {MARKS.test(text) ? <MarkdownPart text={text} instead={text} /> : text}
    </div>
  );
});

const LONGEST_DEFAULT = 60;

/** The schema's limits on a value besides its type, in brief: `3–10 characters · matches ^a+$`. */
export function limitText(schema: JsonObject): string {
  const text = [
    span(schema, 'minLength', 'maxLength', 'character'),
    typeof schema.pattern === 'string' ? `matches ${schema.pattern}` : '',
    ...formatNumber(schema),
    span(schema, 'minItems', 'maxItems', 'item'),
    schema.uniqueItems === true ? 'no item twice' : '',
    span(schema, 'minProperties', 'maxProperties', 'member'),
    typeof schema.contentMediaType === 'string' ? schema.contentMediaType : '',
    'default' in schema ? defaultText(schema.default) : '',
  ];
  return text.filter((one) => one !== '').join(' · ');
}

/** The type already shows the plain bounds. */
function formatNumber(schema: JsonObject): string[] {
  const step = numberAt(schema, 'multipleOf');
  const above = numberAt(schema, 'exclusiveMinimum');
  const below = numberAt(schema, 'exclusiveMaximum');
  return [
    above === undefined ? '' : `more than ${above}`,
    below === undefined ? '' : `less than ${below}`,
    step === undefined ? '' : `a multiple of ${step}`,
  ];
}

function span(schema: JsonObject, low: string, high: string, noun: string): string {
  const least = numberAt(schema, low);
  const most = numberAt(schema, high);
  if (least !== undefined && least === most) return count(least, noun);
  if (least !== undefined && most !== undefined) return `${least}–${count(most, noun)}`;
  if (least !== undefined && least > 0) return `at least ${count(least, noun)}`;
  return most === undefined ? '' : `at most ${count(most, noun)}`;
}

function defaultText(value: unknown): string {
  const text = choiceText(value);
  return `default ${text.length > LONGEST_DEFAULT ? `${text.slice(0, LONGEST_DEFAULT)}…` : text}`;
}
