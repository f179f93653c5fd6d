import { allSteps, type Steps } from '../../../app/base/steps.ts';
import { decodedString, JsonTokens } from '../../../app/wire/json-tokens.ts';
import { counted, shortened } from '../format/quantity-text.ts';
import { type PathStep, pathText } from './json-shape.ts';
import styles from './lossy-notes.module.css';

/** Reports where the tree below differs from the raw text; renders nothing if it does not. */
export function LossyNotes({ report }: { readonly report: LossyReport }) {
  if (report.places.length === 0) return null;
  return (
    <div role="note" className={styles.notes}>
      <strong>The tree differs from the raw text here:</strong>
      <ul>
        {report.places.slice(0, 8).map((place) => (
          <li key={place.at}>{sentence(place)}</li>
        ))}
      </ul>
      {report.places.length > 8 && <p>and {report.places.length - 8} more.</p>}
      {!report.complete && (
        <p>Only the first {report.scannedChars.toLocaleString('en')} characters were checked.</p>
      )}
    </div>
  );
}

function sentence(place: LossyPlace): string {
  if (place.kind === 'duplicate-key') {
    return `${place.path} comes twice in its object; JSON.parse keeps the last one.`;
  }
  return `${place.path} is ${place.written} on the wire; JSON.parse makes it ${place.parsed}.`;
}

/** A place where the result of JSON.parse differs from the text. */
type LossyPlace = {
  /** The index in the text, in characters. */
  readonly at: number;
  /** The path; a long name is truncated. */
  readonly path: string;
} & (
  | { readonly kind: 'rounded'; readonly written: string; readonly parsed: string }
  | { readonly kind: 'duplicate-key' }
);

export type LossyReport = {
  readonly places: readonly LossyPlace[];
  /** The number of characters read; less than the text's if `complete` is false. */
  readonly scannedChars: number;
  readonly complete: boolean;
};

const SCAN_CHARS = 1_000_000;
const MAX_SPOTS = 50;

/**
 * Finds numbers that JSON.parse rounds (integers beyond 2^53, RFC 8259 §6) and keys that it drops as duplicates (RFC
 * 8259 §4). Reads the first million characters and reports at most 50 places. Stops at invalid JSON; never throws.
 */
export function lossySpots(text: string, scanChars: number = SCAN_CHARS): LossyReport {
  return allSteps(lossySpotsInSteps(text, scanChars));
}

/** How many characters are read within a few milliseconds. */
const STEP_CHARS = 100_000;

/** The same in steps. */
export function* lossySpotsInSteps(text: string, scanChars: number = SCAN_CHARS): Steps<LossyReport> {
  const tokens = new JsonTokens(text);
  const scan = new Scan();
  let next = STEP_CHARS;
  while (tokens.end < scanChars && scan.places.length < MAX_SPOTS && tokens.next()) {
    scan.read(tokens);
    if (tokens.end < next) continue;
    next = tokens.end + STEP_CHARS;
    yield;
  }
  return { places: scan.places, scannedChars: tokens.end, complete: tokens.end >= text.length };
}

type Level =
  | { readonly kind: 'array'; index: number }
  | { readonly kind: 'object'; readonly seen: Set<string>; key: string; awaitsKey: boolean };

class Scan {
  readonly places: LossyPlace[] = [];
  readonly #levels: Level[] = [];

  read(tokens: JsonTokens): void {
    const level = this.#levels.at(-1);
    switch (tokens.kind) {
      case '{':
        this.#levels.push({ kind: 'object', seen: new Set(), key: '', awaitsKey: true });
        break;
      case '[':
        this.#levels.push({ kind: 'array', index: 0 });
        break;
      case '}':
      case ']':
        this.#levels.pop();
        break;
      case ',':
        if (level?.kind === 'array') level.index += 1;
        else if (level?.kind === 'object') level.awaitsKey = true;
        break;
      case 'string':
        if (tokens.whole && level?.kind === 'object' && level.awaitsKey) this.#key(level, tokens);
        break;
      case 'scalar':
        this.#scalar(tokens);
    }
  }

  #key(level: Extract<Level, { kind: 'object' }>, { text, start }: JsonTokens): void {
    const key = decodedString(text);
    level.key = key;
    level.awaitsKey = false;
    if (level.seen.has(key)) this.places.push({ kind: 'duplicate-key', at: start, path: this.#path() });
    level.seen.add(key);
  }

  #scalar({ text, start }: JsonTokens): void {
    const parsed = roundedTo(text);
    if (parsed === undefined) return;
    const written =
      text.length > LONGEST_SHOWN
        ? `${shortened(text, LONGEST_SHOWN)} (${counted(text.length, 'character')})`
        : text;
    this.places.push({ kind: 'rounded', at: start, path: this.#path(), written, parsed });
  }

  #path(): string {
    const steps = this.#levels.map(
      (level): PathStep => (level.kind === 'array' ? level.index : shortened(level.key, LONGEST_SHOWN)),
    );
    return pathText(steps);
  }
}

/** The result of JSON.parse for a number that it rounds; undefined for other numbers and for anything else. */
function roundedTo(written: string): string | undefined {
  if (!isNumber(written)) return undefined;
  const value = Number(written);
  if (Number.isNaN(value)) return undefined;
  const isInteger = !/[.eE]/.test(written);
  const isRounded = isInteger && !Number.isSafeInteger(value) && String(value) !== written;
  return isRounded || !Number.isFinite(value) ? String(value) : undefined;
}

/** Checks only the characters of a long text: a pattern over millions of digits overflows the engine's stack. */
function isNumber(written: string): boolean {
  if (written.length <= LONGEST_NUMBER) return NUMBER.test(written);
  return /^-?\d/.test(written) && !/[^\d.eE+-]/.test(written);
}

const LONGEST_SHOWN = 80;
const LONGEST_NUMBER = 2000;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
