import type { HostTable } from '../lens/host-table.ts';
import type { ToolListRow } from '../lens/tool-row.ts';

/** A host's or provider's message about a tool, recognized in a text. */
export type ToolError = {
  /** The rows that quote such a message, one per taker. */
  readonly rows: readonly ToolListRow[];
  /** The 0-based tool index in the message, counting the host's and other servers' tools; undefined for none. */
  readonly index: number | undefined;
  /** The tool name in the message, as the host sent it; empty for none. */
  readonly tool: string;
  readonly text: string;
};

/** Longer texts are not searched. */
const MAX_CHARS = 100_000;
/** A message needs at least this many distinctive characters. */
const MIN_OWN = 12;

const PLACEHOLDERS: { readonly [name: string]: string } = {
  index: '\\w+[.\\[](?<index>\\d+)\\]?',
  n: '(?<index>\\d+)',
  tool: '(?<tool>[^\'"`\\s]{1,200})',
  place: '.{0,400}?',
  name: '.{0,200}?',
  keyword: '[\\w$]{1,60}',
};

/** The messages in a pasted text that the table knows; the longest quotations first. */
export function readToolErrors(
  { toolRows }: Pick<HostTable, 'toolRows'>,
  text: string,
): readonly ToolError[] {
  // An error that was printed as JSON has its quotes and line ends escaped.
  const plain = text
    .slice(0, MAX_CHARS)
    .replaceAll('\\"', '"')
    .replaceAll(/\\n|\s+/g, ' ');
  const found = new Map<string, { rows: ToolListRow[]; match: RegExpExecArray }>();
  for (const row of toolRows) {
    const match = patternOf(row)?.exec(plain);
    if (match === undefined || match === null) continue;
    const known = found.get(match[0]);
    if (known === undefined) found.set(match[0], { rows: [row], match });
    else if (!known.rows.some(({ of }) => of === row.of)) known.rows.push(row);
  }
  const errors = [...found.values()].sort((a, b) => b.match[0].length - a.match[0].length);
  // A message within a longer one is the same one.
  const apart = errors.filter(
    ({ match }, at) => !errors.slice(0, at).some((one) => one.match[0].includes(match[0])),
  );
  return apart.map(({ rows, match }) => {
    const { index, tool = '' } = match.groups ?? {};
    return { rows, index: index === undefined ? undefined : Number(index), tool, text: match[0] };
  });
}

/** What a message looks like: its own words, with something in the place of each placeholder. */
function patternOf({ says = '' }: ToolListRow): RegExp | undefined {
  const parts = says.replaceAll(/\s+/g, ' ').split(/(\{\w+\})/);
  const own = parts.filter((part) => !part.startsWith('{')).join('');
  if (own.length < MIN_OWN) return undefined;
  const used = new Set<string>();
  const source = parts.map((part) => {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\.$/, '\\.?');
    const group = PLACEHOLDERS[name] ?? '.{0,200}?';
    // A name stands for one group in an expression.
    const isAgain = group.includes('(?<') && used.has(name);
    used.add(name);
    return isAgain ? '.{0,200}?' : group;
  });
  return new RegExp(source.join(''));
}
