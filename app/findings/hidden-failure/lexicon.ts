import words from './words.json' with { type: 'json' };

const lists: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(words));

/** A pattern in which `{name}` stands for any word with that name in words.json. */
export function pattern(source: string, flags = 'i'): RegExp {
  return new RegExp(expanded(source), flags);
}

/** The words with that name, from a list without patterns. */
export function listOf(name: keyof typeof words): string[] {
  return words[name].join('|').split('|');
}

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

/** Splits the name of a tool, member or identifier into words: "notRenamed", "NO_SEAT". */
export function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
}
