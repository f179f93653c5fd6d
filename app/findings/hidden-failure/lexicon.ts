import words from './words.json' with { type: 'json' };

const lists: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(words));

/** A pattern in which `{name}` stands for any of the words of that name in words.json. */
export function pattern(source: string, flags = 'i'): RegExp {
  return new RegExp(expanded(source), flags);
}

/** The words of that name, of a list that has no patterns. */
export function listOf(name: keyof typeof words): string[] {
  return words[name].join('|').split('|');
}

/** The patterns as one. */
export function anyOf(sources: readonly string[], flags?: string): RegExp {
  return pattern(sources.join('|'), flags);
}

function expanded(source: string): string {
  return source.replace(/\{([a-z_]+)\}/g, (_, name: string) => {
    const list = lists.get(name);
    if (list === undefined) throw new Error(`no words are called ${name}`);
    return `(?:${list.map(expanded).join('|')})`;
  });
}

/** The words of the name of a tool or a member, or of an identifier: "notRenamed", "NO_SEAT". */
export function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
}
