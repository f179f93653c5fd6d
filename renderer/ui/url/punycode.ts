/** RFC 3492, section 5: the parameters that domain names use. */
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE_POINT = 128;
const HIGHEST_CODE_POINT = 0x10ffff;

/** A host name as a person reads it: every `xn--` label decoded, a label that cannot be as it is. */
export function readableHost(host: string): string {
  return host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodedLabel(label.slice('xn--'.length)) ?? label) : label))
    .join('.');
}

/** Decodes what follows `xn--` (RFC 3492, section 6.2); undefined where it is no Punycode. */
export function decodedLabel(text: string): string | undefined {
  const split = text.lastIndexOf('-');
  const output = [...text.slice(0, Math.max(split, 0))].map((char) => char.charCodeAt(0));
  let codePoint = FIRST_CODE_POINT;
  let place = 0;
  let bias = FIRST_BIAS;
  let at = split < 0 ? 0 : split + 1;
  while (at < text.length) {
    const read = readDelta(text, at, bias);
    if (read === undefined) return undefined;
    at = read.at;
    const length = output.length + 1;
    bias = adapted(read.delta, length, place === 0 && codePoint === FIRST_CODE_POINT);
    place += read.delta;
    codePoint += Math.floor(place / length);
    place %= length;
    if (codePoint > HIGHEST_CODE_POINT) return undefined;
    output.splice(place, 0, codePoint);
    place += 1;
  }
  return String.fromCodePoint(...output);
}

/** Reads one number of variable length; `at` is behind it. */
function readDelta(text: string, from: number, bias: number): { delta: number; at: number } | undefined {
  let delta = 0;
  let weight = 1;
  let at = from;
  for (let k = BASE; ; k += BASE) {
    const digit = digitOf(text.charAt(at));
    at += 1;
    if (digit === undefined) return undefined;
    delta += digit * weight;
    const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
    if (digit < threshold) return { delta, at };
    weight *= BASE - threshold;
    if (delta > Number.MAX_SAFE_INTEGER || weight > Number.MAX_SAFE_INTEGER) return undefined;
  }
}

function digitOf(char: string): number | undefined {
  if (/^[a-z]$/i.test(char)) return char.toLowerCase().charCodeAt(0) - 97;
  return /^\d$/.test(char) ? Number(char) + 26 : undefined;
}

function adapted(delta: number, length: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? DAMP : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  while (rest > ((BASE - T_MIN) * T_MAX) / 2) {
    rest = Math.floor(rest / (BASE - T_MIN));
    k += BASE;
  }
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}
