/** A catalog message with `{name}` placeholders, or a list of its sentences. */
export type Message = string | readonly string[];
export type MessageValue = string | number | undefined;
export type MessageValues = Readonly<Record<string, MessageValue>>;

const PLACEHOLDER = /\{(\w+)(?:, one: ([^,{}]*), other: ([^{}]*))?\}/g;
const PLURALS = new Intl.PluralRules('en');

export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** Fills in values and plural forms; a sentence in a list is left out if one of its values is undefined. */
export function messageText(
  message: Message,
  values: MessageValues | ((name: string) => MessageValue),
): string {
  const read = typeof values === 'function' ? values : (name: string) => values[name];
  if (typeof message === 'string') return filled(message, read);
  return message
    .filter((sentence) => placeholdersIn(sentence).every((name) => read(name) !== undefined))
    .map((sentence) => filled(sentence, read))
    .join(' ');
}

function filled(text: string, read: (name: string) => MessageValue): string {
  const sentence = text.replace(PLACEHOLDER, (whole, name: string, one?: string, other?: string) => {
    const value = read(name);
    if (one === undefined || other === undefined) return value === undefined ? whole : String(value);
    return PLURALS.select(Number(value)) === 'one' ? one : other;
  });
  // What a sentence quotes at its end may bring a stop of its own.
  return sentence.replace(/(?<!\.)\.”\.(?=\s|$)/g, '”.');
}
