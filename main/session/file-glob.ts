const MAGIC = /[*?{[]/;

/** The folder before the first part of a glob that is not plain; the path itself where all of it is. */
export function globBase(path: string): string {
  const parts = path.split('/');
  const magic = parts.findIndex((part) => MAGIC.test(part));
  if (magic < 0) return path;
  const base = parts.slice(0, magic).join('/');
  if (base !== '') return base;
  return path.startsWith('/') ? '/' : '.';
}

/**
 * A pattern for whole paths with `/`: `**` stands for any folders, `*` and `?` stay within a name,
 * `{a,b}` and `[ab]` choose. A glob that is not absolute starts at `root`.
 */
export function globPattern(root: string, glob: string): RegExp {
  const plain = glob.replace(/^\.\//, '');
  const whole = plain.startsWith('/') || /^[A-Za-z]:\//.test(plain) ? plain : `${root}/${plain}`;
  let source = '';
  let depth = 0;
  for (let at = 0; at < whole.length; at += 1) {
    const character = whole.charAt(at);
    if (whole.startsWith('**/', at)) {
      source += '(?:[^/]+/)*';
      at += 2;
    } else if (whole.startsWith('**', at)) {
      source += '.*';
      at += 1;
    } else if (character === '*') source += '[^/]*';
    else if (character === '?') source += '[^/]';
    else if (character === '{') {
      source += '(?:';
      depth += 1;
    } else if (character === '}' && depth > 0) {
      source += ')';
      depth -= 1;
    } else if (character === ',' && depth > 0) source += '|';
    else if (character === '[' && whole.indexOf(']', at) > at + 1) {
      const end = whole.indexOf(']', at);
      source += `[${whole.slice(at + 1, end).replace(/[\\^[\]]/g, '\\$&')}]`;
      at = end;
    } else source += character.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  }
  return compiled(`^${source}${')'.repeat(depth)}$`);
}

/** A range such as `[z-a]` is no pattern: it fits nothing. */
function compiled(source: string): RegExp {
  try {
    return new RegExp(source);
  } catch {
    return /(?!)/;
  }
}
