import { percentDecoded } from '../base/percent-decoded.ts';
import { withPatterns } from '../base/written-pattern.ts';
import languages from './trace-languages.json' with { type: 'json' };

/** The owner of a stack frame's code: the server itself, a package, or the runtime that calls both. */
export type FrameOwner = 'own' | 'package' | 'runtime';

/** A stack frame as its runtime prints it; line 0 and an empty file if no place is printed. */
export type StackFrame = {
  readonly function: string;
  readonly file: string;
  readonly line: number;
  readonly owner: FrameOwner;
};

/** How a language prints a frame, and which parts are not the server's own. */
type Language = {
  readonly name: string;
  /** Groups: `fn`, `file`, `line`; `unit` is the package, if printed separately. */
  readonly frame: RegExp;
  /** Matches the function, if it is printed on the line above. */
  readonly above?: RegExp;
  /** True if the failing call is printed last. */
  readonly innermostLast?: true;
  /** Runtimes, SDKs and their transports: matched in a file, a function or a unit, one per line. */
  readonly runtime: RegExp;
  readonly packages: RegExp;
};

/** In the order in which their formats are tried. */
const LANGUAGES = withPatterns(languages) as readonly Language[];

/** A frame without a place: of code that was compiled without one. */
const PLACELESS = /^\s*at [\w.$<>`[\], ]+ ?\([^()]*\)$|^\s+\(\w+ \d[\w.]*\) :?\w.*\)$/;

/** A frame on the line `at`, together with the line above if that names its function. */
export type FrameLine = {
  readonly language: string;
  readonly frame: StackFrame;
  readonly innermostLast: boolean;
  readonly isNamedAbove: boolean;
};

/** Reads a line as a stack frame; undefined for any other line. */
export function frameLine(text: string, above: string): FrameLine | undefined {
  // Every format has a line number or an argument list.
  if (!/\d|\(/.test(text)) return undefined;
  for (const { name, frame: form, above: fnForm, runtime, packages, innermostLast = false } of LANGUAGES) {
    const { fn, file = '', line = 0, unit = '' } = form.exec(text)?.groups ?? NO_GROUPS;
    if (fn === undefined && file === '') continue;
    const named = fnForm?.exec(above)?.groups?.fn;
    const known = fn ?? named ?? '';
    const path = plainPath(file);
    const look = `${path}\n${known}\n${unit}`;
    const owner = runtime.test(look) || file === '' ? 'runtime' : packages.test(look) ? 'package' : 'own';
    const frame: StackFrame = { function: functionName(known), file: path, line: Number(line), owner };
    return { language: name, frame, innermostLast, isNamedAbove: named !== undefined };
  }
  if (!PLACELESS.test(text)) return undefined;
  const frame: StackFrame = { function: text.trim(), file: '', line: 0, owner: 'runtime' };
  return { language: '', frame, innermostLast: false, isNamedAbove: false };
}

const NO_GROUPS: { readonly [name: string]: string | undefined } = {};

function plainPath(file: string): string {
  return file.startsWith('file://')
    ? percentDecoded(file.replace(/^file:\/\/(?:\/(?=[A-Za-z]:))?/, ''))
    : file;
}

/** Removes the module path, the namespace except for the class, and names that mean a module's top level. */
function functionName(fn: string): string {
  const name = fn.trim().replace(/^\S*\/(?=[\w-]+\.)/, '');
  if (/^(?:<module>|Object\.<anonymous>|<anonymous>|\{main\}|<main>|<top \(required\)>)$/.test(name))
    return '';
  return name.replace(/^(?:[\w$]+\.)+(?=[\w$]+\.[\w$<>]+$)/, '');
}
