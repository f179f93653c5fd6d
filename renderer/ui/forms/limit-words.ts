import type { JsonObject } from '../../../app/base/json-value.ts';
import { count, numberAt } from '../../../app/schema/schema-walk.ts';
import { choiceWords } from './schema-form.ts';

const LONGEST_DEFAULT = 60;

/** What a schema says of a value beside its type, in a few words: `3–10 characters · matches ^a+$`. */
export function limitWords(schema: JsonObject): string {
  const words = [
    span(schema, 'minLength', 'maxLength', 'character'),
    typeof schema.pattern === 'string' ? `matches ${schema.pattern}` : '',
    ...numberWords(schema),
    span(schema, 'minItems', 'maxItems', 'item'),
    schema.uniqueItems === true ? 'no item twice' : '',
    span(schema, 'minProperties', 'maxProperties', 'member'),
    typeof schema.contentMediaType === 'string' ? schema.contentMediaType : '',
    'default' in schema ? defaultWords(schema.default) : '',
  ];
  return words.filter((one) => one !== '').join(' · ');
}

/** The plain bounds stand in the type already. */
function numberWords(schema: JsonObject): string[] {
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

function defaultWords(value: unknown): string {
  const text = choiceWords(value);
  return `default ${text.length > LONGEST_DEFAULT ? `${text.slice(0, LONGEST_DEFAULT)}…` : text}`;
}
