import { type ErrorOrigin, originOf, type TraceLink } from './error-origin.ts';
import { type FrameLine, frameLine, type StackFrame } from './trace-frame.ts';
import { type TraceLine, traceLines } from './trace-lines.ts';

export type StackTrace = {
  /** The index of its first line, and of the line after its last. */
  readonly from: number;
  readonly to: number;
  readonly origin: ErrorOrigin;
  /** The lines of frames outside the server's own code. */
  readonly foreign: ReadonlySet<number>;
  readonly exceptions: readonly number[];
};

/** An exception by its class name, as Python, Node, Java, C# and Ruby print it; read once from each start of a word. */
export const NAMED =
  /(?<![\w$])(?<name>(?:[\w$]+(?:\.|::|\\)){0,20}(?=[A-Z])[\w$]*(?:Error|Exception|Interrupt|Failure|Fault)\b)(?: \[[\w ]+\]| \(\d+\))?(?:: (?<message>.*)|:?\]?$)/;
/** How each language starts a trace; `file` and `line` say where it was raised, if printed there. */
const HEADS: readonly RegExp[] = [
  /^\*\* \((?<name>[\w.]+)\) ?(?<message>.*)$/,
  /^thread '[^']*'(?: \(\d+\))? (?<name>panic)ked at (?:'(?<message>.*)', )?(?<file>\S+?):(?<line>\d+):\d+:?$/,
  /\b(?:Uncaught|Next) (?<name>[\w\\]+)(?:: (?<message>.*))? in (?<file>\S.*):(?<line>\d+)$/,
  /\[object\] \((?<name>[\w\\]+)\(code: [^)]*\): (?<message>.*) at (?<file>\S.*):(?<line>\d+)\)$/,
  /(?<name>PHP (?:Fatal|Parse) error): +(?<message>.*) in (?<file>\S.*) on line (?<line>\d+)$/,
  /:in [`'][^']+': (?<message>.*) \((?<name>[A-Z][\w:]*)\)$/,
  /^(?:.* -- \S*: )?(?<message>.+) \((?<name>(?:[A-Z]\w*::)*[A-Z]\w*(?:Error|Exception))\)$/,
  /\b(?<name>panic|fatal error)\b[^:]{0,60}: (?<message>.*?)(?: \[recovered.*)?$/,
  NAMED,
];
/** Where an exception is due, any class may be one. */
const ANY_NAME =
  /^\s*(?:\[cause\]: |Caused by: )?(?<name>[A-Z][\w.$]*): (?<message>.+)$|\s(?<class>[A-Z][a-z]+[A-Z]\w*): (?<said>.+)$/;
const PYTHON_END = /^(?<name>[A-Za-z_][\w.]*)(?:: (?<message>.*)|:?)$/;
/** Between a head and its frames. */
const GAP =
  /^$|^goroutine \d|^\[signal |^stack backtrace:|^Stack (?:trace|backtrace):|^\[stacktrace\]|^Traceback |^ +\^+$/i;
/** What stands among frames, or below them. */
const FRILL = /^\s+\S|^[}\])]+[,;]?$|^"\}?$|^exit status \d|^note: |^Traceback |^#\d+ \{main\}/;
/** How the next exception hangs together with those above it, by the line between them. */
const RELATIONS: readonly (readonly [TraceLink['relation'], RegExp])[] = [
  ['outer', /^The\sabove exception was the direct cause|^\s*--- End of inner exception|^Next [\w\\]+/],
  ['handled', /^During handling of the above exception/],
  ['aside', /^goroutine \d|^\s*Suppressed: |^-+ (?!1 )\d+ -+$/],
  ['deeper', /^\s*(?:\[cause\]: |Caused by: )|^-+ 1 -+$|:in [`'][^']+': .* \([A-Z][\w:]*\)$/],
];
const MAX_MESSAGE_LINES = 5;
const MAX_GAP = 4;

export function stackTraces(lines: readonly string[]): StackTrace[] {
  const reader = new TraceReader(traceLines(lines));
  const traces: StackTrace[] = [];
  for (let trace = reader.next(); trace !== undefined; trace = reader.next()) traces.push(trace);
  return traces;
}

/** The origin shown by the last trace with the server's own code, else by the last trace; undefined if none. */
export function originIn(lines: readonly string[]): ErrorOrigin | undefined {
  const traces = stackTraces(lines);
  return (traces.findLast(({ origin }) => origin.file !== '') ?? traces.at(-1))?.origin;
}

type Head = Pick<TraceLink, 'exception' | 'message'> & { readonly raised?: StackFrame | undefined };

/** The exception named in a line that starts a trace; else undefined. */
function headOf(text: string): Head | undefined {
  // The inner exception comes last.
  const line = text.slice(text.lastIndexOf(' ---> ') + 1);
  for (const form of HEADS) {
    const groups = form.exec(line)?.groups;
    if (groups === undefined) continue;
    const { name = '', message = '', file, line: at } = groups;
    const raised = file === undefined ? undefined : placed(file, Number(at));
    return { exception: name, message: message.trim().replaceAll('\\"', '"'), raised };
  }
  return undefined;
}

const startsNamed = (text: string) => NAMED.exec(text)?.index === 0;

/** The exception on a line where one must be, whatever its class is called. */
function classIn(text: string): Head | undefined {
  const { name = '', message = '', class: own = name, said = message } = ANY_NAME.exec(text)?.groups ?? {};
  return own === '' ? undefined : { exception: own, message: said };
}

function placed(file: string, line: number): StackFrame | undefined {
  // Written as a frame in the language of its file.
  const asFrame = file.endsWith('.rs') ? `at ${file}:${line}` : `#0 ${file}(${line}): x`;
  const frame = frameLine(asFrame, '')?.frame;
  return frame && { ...frame, function: '' };
}

/** Walks the lines once, from trace to trace. */
class TraceReader {
  readonly #lines: readonly TraceLine[];
  #at = 0;
  #links: TraceLink[] = [];
  #exceptions: number[] = [];

  constructor(lines: readonly TraceLine[]) {
    this.#lines = lines;
  }

  /** The next trace; undefined after the last. */
  next(): StackTrace | undefined {
    for (const floor = this.#at; this.#at < this.#lines.length; this.#at += 1) {
      const from = this.#start(floor);
      if (from === undefined) continue;
      while (this.#goesOn());
      return this.#made(from);
    }
    return undefined;
  }

  #made(from: number): StackTrace {
    const to = (this.#lines[this.#at - 1]?.at ?? 0) + 1;
    const first = this.#lines[from]?.at ?? 0;
    const origin = originOf(this.#links);
    const exceptions = this.#exceptions;
    const foreign = new Set<number>();
    for (const { frame, from: start, to: end } of this.#links.flatMap(({ frames }) => frames))
      if (frame.owner !== 'own' && frame.file !== origin.file)
        for (let at = start; at < end; at += 1) foreign.add(at);
    for (const at of exceptions) foreign.delete(at);
    [this.#links, this.#exceptions] = [[], []];
    return { from: first, to, origin, foreign, exceptions };
  }

  #text(at: number): string {
    return this.#lines[at]?.text ?? '';
  }

  #frame(at: number): FrameLine | undefined {
    return frameLine(this.#text(at), this.#text(at - 1));
  }

  /** Reads the first stack of a trace, if one starts here; returns the line of its head. */
  #start(floor: number): number | undefined {
    const frame = this.#frame(this.#at);
    if (frame !== undefined) return this.#startAbove(frame, floor);
    const head = headOf(this.#text(this.#at));
    if (head?.raised === undefined) return undefined;
    // Rust prints the message on the next line (since 1.73).
    const isBelow = head.exception === 'panic' && head.message === '';
    const link = this.#link(
      'first',
      this.#at,
      isBelow ? { ...head, message: this.#text(this.#at + 1) } : head,
    );
    const from = this.#at;
    if (isBelow) this.#exceptions.push(this.#lines[from + 1]?.at ?? 0);
    this.#at += isBelow ? 2 : 1;
    this.#readStack(link);
    return from;
  }

  #startAbove({ innermostLast, isNamedAbove }: FrameLine, floor: number): number {
    const first = isNamedAbove ? this.#at - 1 : this.#at;
    let at = first - 1;
    while (at >= floor && first - at <= MAX_GAP && GAP.test(this.#text(at))) at -= 1;
    const isTraceback = /Traceback \(most recent call last\)/.test(this.#text(first - 1));
    if (innermostLast) {
      this.#readStack(this.#link('first', -1, NO_HEAD));
      return isTraceback && first > floor ? first - 1 : first;
    }
    const own = headOf(this.#text(first));
    const found = own === undefined ? this.#headAbove(at, floor) : { at: first, head: own };
    const link = this.#link('first', found?.at ?? -1, found?.head ?? NO_HEAD);
    let from = found === undefined ? first : this.#preamble(found.at, floor, link);
    while (from > floor && /^\s*---> /.test(this.#text(from))) from -= 1;
    this.#readStack(link);
    return from;
  }

  /** The exception above a stack; its message may span several lines. */
  #headAbove(last: number, floor: number): { readonly at: number; readonly head: Head } | undefined {
    if (last < floor || this.#text(last) === '') return undefined;
    for (let at = last; at >= floor && last - at < MAX_MESSAGE_LINES; at -= 1) {
      const text = this.#text(at);
      // Elixir explains the arguments in between.
      if (text === '' && !this.#text(at - 1).startsWith('** (')) break;
      const head = headOf(text);
      if (head !== undefined) return { at, head };
    }
    const text = this.#text(last).trim();
    const named = classIn(text) ?? { exception: '', message: text.replace(/^\d+: /, '') };
    return { at: last, head: named };
  }

  /** Node prints the throwing place with its source line above the exception; blank lines may be missing. */
  #preamble(head: number, floor: number, link: TraceLink): number {
    const below = this.#text(head - 1) === '' ? head - 1 : head;
    const [place = '', source = '', caret = ''] = [3, 2, 1].map((up) => this.#text(below - up));
    if (below - 3 < floor || !/^\s*\^+$/.test(caret) || !/:\d+$/.test(place)) return head;
    link.thrownAt = { place, source: source.trim() };
    return below - 3;
  }

  #link(relation: TraceLink['relation'], at: number, head: Head): TraceLink {
    const frames = head.raised === undefined ? [] : [{ frame: head.raised, source: '', from: 0, to: 0 }];
    const link = {
      ...head,
      message: head.message.trim(),
      relation,
      frames,
      innermostLast: false,
      isPhp: false,
    };
    if (at >= 0) this.#exceptions.push(this.#lines[at]?.at ?? 0);
    this.#links.push(link);
    return link;
  }

  /** Reads frames and the lines between them, up to the first other line. */
  #readStack(link: TraceLink): void {
    while (GAP.test(this.#text(this.#at)) && this.#at < this.#lines.length) this.#at += 1;
    for (const first = this.#at; this.#at < this.#lines.length; this.#at += 1) {
      const text = this.#text(this.#at);
      if (this.#at > first && RELATIONS.some(([, form]) => form.test(text))) return;
      const found = this.#frame(this.#at);
      if (found !== undefined) this.#addFrame(link, found);
      else if (FRILL.test(text)) this.#addSource(link, text);
      else if (this.#isParted(link)) continue;
      else if (this.#frame(this.#at + 1)?.isNamedAbove !== true) {
        this.#endStack(link, text);
        return;
      }
    }
  }

  #addFrame(link: TraceLink, { frame, innermostLast, isNamedAbove, language }: FrameLine): void {
    link.innermostLast = innermostLast;
    link.isPhp = language === 'PHP';
    // Calls that a deferred function makes after a panic are printed above it.
    if (language === 'Go' && frame.function === 'panic') link.frames = [];
    const first = isNamedAbove ? this.#at - 1 : this.#at;
    link.frames.push({ frame, source: '', from: this.#lines[first]?.at ?? 0, to: this.#end() });
  }

  /** The end of the original lines that this line was made from. */
  #end(): number {
    const at = this.#lines[this.#at]?.at ?? 0;
    return Math.max(this.#lines[this.#at + 1]?.at ?? 0, at + 1);
  }

  #addSource(link: TraceLink, text: string): void {
    const last = link.frames.at(-1);
    if (last === undefined || !link.innermostLast) return;
    if (last.source === '' && !/^\s*[~^]+$/.test(text)) last.source = text.trim();
    last.to = this.#end();
  }

  /** True for a blank line within a Python stack: some loggers separate its frames. */
  #isParted(link: TraceLink): boolean {
    if (!link.innermostLast || this.#text(this.#at) !== '') return false;
    return this.#frame(this.#at + 1)?.innermostLast === true || startsNamed(this.#text(this.#at + 1));
  }

  /** In Python, the exception comes below the stack. */
  #endStack(link: TraceLink, text: string): void {
    const groups = link.innermostLast ? PYTHON_END.exec(text)?.groups : undefined;
    if (groups === undefined) return;
    link.exception = groups.name ?? '';
    link.message = groups.message?.trim() ?? '';
    this.#exceptions.push(this.#lines[this.#at]?.at ?? 0);
    this.#at += 1;
  }

  #goesOn(): boolean {
    let at = this.#at;
    while (this.#text(at) === '' && at - this.#at < MAX_GAP) at += 1;
    const text = this.#text(at);
    const relation = RELATIONS.find(([, form]) => form.test(text))?.[0];
    if (relation === undefined) return false;
    const head = relation === 'handled' ? undefined : headOf(text);
    const known = head ?? (relation === 'deeper' ? classIn(text) : undefined);
    this.#at = this.#frame(at) === undefined ? at + 1 : at;
    this.#readStack(this.#link(relation, known === undefined ? -1 : at, known ?? NO_HEAD));
    return true;
  }
}

const NO_HEAD: Head = { exception: '', message: '' };
