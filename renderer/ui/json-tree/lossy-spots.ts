import { type PathStep, pathText } from './json-path.ts';

/** A place where JSON.parse gives something else than the text says. */
export type LossySpot =
  | { readonly kind: 'rounded'; readonly path: string; readonly written: string; readonly parsed: string }
  | { readonly kind: 'duplicate-key'; readonly path: string; readonly key: string };

export type LossyReport = {
  readonly spots: readonly LossySpot[];
  /** Characters read; less than the text has where `complete` is false. */
  readonly scannedChars: number;
  readonly complete: boolean;
};

const SCAN_CHARS = 1_000_000;
const MOST_SPOTS = 50;

/**
 * Finds numbers that JSON.parse rounds (integers beyond 2^53, RFC 8259 §6) and keys that it drops
 * because they come twice in one object (RFC 8259 §4). Reads the first million characters and names
 * at most 50 spots. Text that is not JSON gives no spots beyond the damage; it never throws.
 */
export function lossySpots(text: string, scanChars: number = SCAN_CHARS): LossyReport {
  const end = Math.min(text.length, scanChars);
  const scan = new Scan();
  let at = 0;
  while (at < end && scan.spots.length < MOST_SPOTS) at = step(text, at, end, scan);
  return { spots: scan.spots, scannedChars: at, complete: at >= text.length };
}

type Level =
  | { readonly kind: 'array'; index: number }
  | { readonly kind: 'object'; readonly seen: Set<string>; key: string; awaitsKey: boolean };

class Scan {
  readonly spots: LossySpot[] = [];
  readonly levels: Level[] = [];

  get path(): string {
    const steps = this.levels.map((level): PathStep => (level.kind === 'array' ? level.index : level.key));
    return pathText(steps);
  }

  key(text: string): void {
    const level = this.levels.at(-1);
    if (level?.kind !== 'object') return;
    const key = decoded(text);
    level.key = key;
    level.awaitsKey = false;
    if (level.seen.has(key)) this.spots.push({ kind: 'duplicate-key', path: this.path, key });
    level.seen.add(key);
  }

  comma(): void {
    const level = this.levels.at(-1);
    if (level?.kind === 'array') level.index += 1;
    else if (level?.kind === 'object') level.awaitsKey = true;
  }
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Reads the token at `at` and gives the place after it. */
function step(text: string, at: number, end: number, scan: Scan): number {
  const char = text.charAt(at);
  if (char === '"') return string(text, at, end, scan);
  if (char === '{') scan.levels.push({ kind: 'object', seen: new Set(), key: '', awaitsKey: true });
  else if (char === '[') scan.levels.push({ kind: 'array', index: 0 });
  else if (char === '}' || char === ']') scan.levels.pop();
  else if (char === ',') scan.comma();
  else if (char === '-' || (char >= '0' && char <= '9')) return number(text, at, scan);
  return at + 1;
}

function string(text: string, at: number, end: number, scan: Scan): number {
  const close = closingQuote(text, at + 1, end);
  const level = scan.levels.at(-1);
  if (close < end && level?.kind === 'object' && level.awaitsKey) scan.key(text.slice(at, close + 1));
  return close + 1;
}

function closingQuote(text: string, from: number, end: number): number {
  for (let at = from; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5c) at += 1;
    else if (unit === 0x22) return at;
  }
  return end;
}

function number(text: string, at: number, scan: Scan): number {
  NUMBER.lastIndex = at;
  const written = NUMBER.exec(text)?.[0];
  if (written === undefined) return at + 1;
  const value = Number(written);
  const isInteger = !/[.eE]/.test(written);
  const rounded = isInteger && !Number.isSafeInteger(value) && String(value) !== written;
  if (rounded || !Number.isFinite(value)) {
    scan.spots.push({ kind: 'rounded', path: scan.path, written, parsed: String(value) });
  }
  return at + written.length;
}

function decoded(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    // A broken escape: the text as it stands still tells two keys apart.
    return quoted.slice(1, -1);
  }
}
