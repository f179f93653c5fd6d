import { foreignName } from '../base/foreign-text.ts';
import type { StackFrame } from './trace-frame.ts';

/** Where an exception came from: the first frame in the server's own code, else in the package that it runs. */
export type ErrorOrigin = {
  /** The class name; empty if the runtime prints none. */
  readonly exception: string;
  readonly message: string;
  /** Empty at the top level of a module. */
  readonly function: string;
  /** Empty, with line 0, if the trace shows no place in the server's code. */
  readonly file: string;
  readonly line: number;
  /** The source line, if the trace prints it; else empty. */
  readonly source: string;
};

/** A stack frame with its source line; it occupies the lines `from` up to but not including `to`. */
export type SourcedFrame = { readonly frame: StackFrame; source: string; readonly from: number; to: number };

/** One exception in a trace, with its stack. */
export type TraceLink = {
  /** The relation to earlier exceptions: raised because of one, raised while handling one, its cause, or unrelated. */
  readonly relation: 'first' | 'outer' | 'handled' | 'deeper' | 'aside';
  exception: string;
  message: string;
  frames: SourcedFrame[];
  innermostLast: boolean;
  /** True if each frame names the function called there instead of the one that contains it. */
  isPhp: boolean;
  /** Where it was thrown, with its source line, if the trace prints that above the head. */
  thrownAt?: { readonly place: string; readonly source: string };
};

type Candidate = { readonly origin: ErrorOrigin; readonly rank: 0 | 1 | 2 };

/** The origin of the exception raised by the server's own code, among chained exceptions. */
export function originOf([first, ...others]: readonly TraceLink[]): ErrorOrigin {
  if (first === undefined) throw new Error('a trace without an exception');
  let best = candidateOf(first);
  for (const link of others) {
    const next = candidateOf(link);
    if (goesBefore(link, next, best)) best = named(next, best);
  }
  return best.origin;
}

function goesBefore({ relation }: TraceLink, next: Candidate, best: Candidate): boolean {
  switch (relation) {
    case 'first':
    case 'deeper':
      return next.rank >= best.rank;
    case 'outer':
      return next.rank > best.rank;
    case 'handled':
      // The server's code ran on after the first exception and failed for another reason.
      return next.rank > best.rank || (next.rank === 2 && next.origin.function !== '');
    case 'aside':
      return false;
  }
}

function named(next: Candidate, { origin: { exception, message } }: Candidate): Candidate {
  const isNamed = next.origin.exception !== '' || next.origin.message !== '';
  return isNamed ? next : { ...next, origin: { ...next.origin, exception, message } };
}

function candidateOf(link: TraceLink): Candidate {
  const { exception, message, thrownAt } = link;
  const frames = innermostFirst(link);
  const found = atSamePlace(
    frames,
    frames.find(({ frame }) => frame.owner === 'own') ?? packageFrame(frames),
  );
  if (found === undefined)
    return { origin: { exception, message, function: '', file: '', line: 0, source: '' }, rank: 0 };
  const { file, line, owner } = found.frame;
  const fn = found.frame.function || namedAt(frames, found.frame);
  const isThrown = thrownAt?.place.endsWith(`${file}:${line}`) === true;
  const source = isThrown ? thrownAt.source : found.source;
  return { origin: { exception, message, function: fn, file, line, source }, rank: owner === 'own' ? 2 : 1 };
}

/** Ruby and PHP report built-in functions at the line that calls them. */
function atSamePlace(frames: readonly SourcedFrame[], found: SourcedFrame | undefined) {
  if (found === undefined) return undefined;
  const { file, line } = found.frame;
  return frames.findLast(({ frame }) => frame.line === line && frame.file === file);
}

/** Rust prints the place of a panic above the stack, without the function. */
function namedAt(frames: readonly SourcedFrame[], { file, line }: StackFrame): string {
  const there = frames.find(({ frame }) => frame.line === line && frame.file.endsWith(`/${file}`));
  return there?.frame.function ?? '';
}

function innermostFirst({ frames, innermostLast, isPhp }: TraceLink): readonly SourcedFrame[] {
  if (innermostLast) return frames.toReversed();
  if (!isPhp) return frames;
  return frames.map((one, at) => ({
    ...one,
    frame: { ...one.frame, function: frames[at + 1]?.frame.function ?? '' },
  }));
}

/** If the server is itself a package: the first frame of the package that its SDK called. */
function packageFrame(frames: readonly SourcedFrame[]): SourcedFrame | undefined {
  const isPackage = ({ frame }: SourcedFrame) => frame.owner === 'package';
  const first = frames.findIndex(isPackage);
  if (first < 0) return undefined;
  const end = frames.findIndex((one, at) => at > first && !isPackage(one));
  const called = frames[(end < 0 ? frames.length : end) - 1];
  const packageOf = ({ frame }: SourcedFrame) => PACKAGE.exec(frame.file)?.[0] ?? frame.file;
  return frames.find((one) => isPackage(one) && packageOf(one) === (called && packageOf(called)));
}

const PACKAGE =
  /^.*[\\/](?:node_modules|site-packages|dist-packages|gems|vendor|mod)[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** "KeyError: 'paris'", without the exception's namespace. */
export function exceptionText({ exception, message }: ErrorOrigin): string {
  const name = exception.replace(/^.*(?:\.|::|\\)(?=[^.:\\]+$)/, '');
  return [name, message].filter((part) => part !== '').join(': ');
}

/** "server.py:18 in get_weather", with unsafe names in quotes; empty if the place is unknown. `named` writes the name. */
export function placeText({ file, line, function: fn }: ErrorOrigin, named = foreignName): string {
  if (file === '') return '';
  const place = foreignName(`${file.replace(/^.*[\\/]/, '')}:${line}`);
  return fn === '' ? place : `${place} in ${named(fn)}`;
}
