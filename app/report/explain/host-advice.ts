import { jsonText, stringAt } from '../../base/json-value.ts';
import { evidenceLabel, type Seen } from '../../host-lens/lens.ts';
import { type Dropped, passedText } from '../../host-lens/passed-on.ts';
import { blocksOf, kindOf, type SentAnswer } from '../../host-lens/sent-answer.ts';
import { structuredStatement } from './structured-error.ts';

/** What to change so that an answer arrives in every host. */
export type HostAdvice = {
  /** The rule's id, such as `H01`. */
  readonly rule: HostRuleId;
  readonly title: string;
  /** Names the host, its versions and the date of the evidence. */
  readonly explanation: string;
  readonly todo: string;
  /** The source of the row that says what the host does. */
  readonly source: string;
  /** `certain` only for what was measured in that version. */
  readonly certainty: 'certain' | 'likely';
};

/** The rules that need a host: each speaks of what one host drops, and says how to be safe in all of them. */
export const HOST_RULES = {
  H01: { name: 'hint-dropped', title: 'Recovery hint that this host drops' },
  H02: { name: 'later-block-dropped', title: 'Text in a later block, which this host drops' },
  H03: { name: 'image-only-error', title: 'Tool error without a text' },
  H04: { name: 'structure-unread', title: 'structuredContent that this host does not read' },
  H05: { name: 'text-cut', title: 'Text that is too long for this host' },
} as const;

export type HostRuleId = keyof typeof HOST_RULES;

type Said = { readonly explanation: string; readonly todo: string };
type SeenRow = Extract<Seen, { kind: 'row' }>;
type ResultAnswer = Extract<SentAnswer, { kind: 'tool-error' | 'success' }>;

/** What this host loses of the answer and a server can avoid, in the order of the rules. */
export function hostAdvice(answer: SentAnswer, seen: Seen): HostAdvice[] {
  if (seen.kind !== 'row' || answer.kind === 'protocol-error') return [];
  const { found, entry } = seen;
  const { source } = found.row;
  const who = evidenceLabel(entry, found);
  const certainty = found.row.evidence === 'measured' && found.fits === 'version' ? 'certain' : 'likely';
  return (Object.keys(HOST_RULES) as HostRuleId[]).flatMap((rule) => {
    const said = CHECKS[rule](answer, seen);
    if (said === undefined) return [];
    const { title } = HOST_RULES[rule];
    return [
      { rule, title, explanation: `${said.explanation} (${who}.)`, todo: said.todo, source, certainty },
    ];
  });
}

const CHECKS: { readonly [Rule in HostRuleId]: (answer: ResultAnswer, seen: SeenRow) => Said | undefined } = {
  H01: hintDropped,
  H02: laterBlockDropped,
  H03: errorWithoutText,
  H04: structureUnread,
  H05: textCut,
};

function hintDropped(answer: ResultAnswer, { passed, entry }: SeenRow): Said | undefined {
  const hint = answer.kind === 'tool-error' ? (structuredStatement(answer.result)?.hint ?? '') : '';
  if (hint === '' || folded(passedText(passed.segments)).includes(folded(hint))) return undefined;
  if (droppedParts(passed.dropped, 'structuredContent').length === 0) return undefined;
  return {
    explanation: `The recovery hint stands in structuredContent only, and ${entry.name} does not pass that on.`,
    todo: 'Repeat the hint in the first text block: every host that shows an error shows that one.',
  };
}

function laterBlockDropped(_: ResultAnswer, { passed, entry }: SeenRow): Said | undefined {
  const later = passed.dropped.filter(({ cause }) => cause === 'later-block').length;
  if (later === 0) return undefined;
  return {
    explanation: `${entry.name} passes on the first block of content only; ${later === 1 ? 'the block behind it is' : `${later} blocks behind it are`} lost.`,
    todo: 'Put the cause and the way out into the first text block.',
  };
}

function errorWithoutText({ kind, result }: ResultAnswer, { passed, entry }: SeenRow): Said | undefined {
  const sent = blocksOf(result);
  const speaks = sent.some((block) => kindOf(block) === 'text' && stringAt(block, 'text') !== '');
  if (kind !== 'tool-error' || sent.length === 0 || speaks) return undefined;
  const read = passed.segments.some((segment) => segment.kind === 'block' || segment.from === 'content');
  if (read) return undefined;
  return {
    explanation: `The error has no text block, and ${entry.name} passes on none of its blocks.`,
    todo: 'Add a text block, as the first, that says what failed and what to do.',
  };
}

function structureUnread({ result }: ResultAnswer, { passed, entry }: SeenRow): Said | undefined {
  const { structuredContent } = result;
  if (structuredContent === undefined || passed.segments.some(({ kind }) => kind === 'block'))
    return undefined;
  const isLost = droppedParts(passed.dropped, 'structuredContent').length > 0;
  const hasText = blocksOf(result).some(
    (block) => kindOf(block) === 'text' && stringAt(block, 'text') !== '',
  );
  if (!isLost || hasText) return undefined;
  return {
    explanation: `The result has structuredContent and no text, and ${entry.name} does not read structuredContent.`,
    todo: 'Write the same as JSON into a text block: MCP asks servers to do so (2025-11-25, server/tools, "Structured Content").',
  };
}

function textCut({ result }: ResultAnswer, { passed, entry, found }: SeenRow): Said | undefined {
  const { cutAfter, cutUnit = 'characters' } = found.row;
  const isCut = passed.dropped.some(({ cause }) => cause === 'cut');
  if (cutAfter === undefined || !(isCut || passed.cutNote !== '')) return undefined;
  const size = jsonText(result.content).length.toLocaleString('en');
  const limit = `${cutAfter.toLocaleString('en')} ${cutUnit}`;
  return {
    explanation: isCut
      ? `${entry.name} cuts a text after ${limit}; the content of this result has ${size} characters.`
      : `${entry.name} cuts a text after ${limit}, which this result may exceed: its content has ${size} characters.`,
    todo: 'Say the most important thing first, and return pages or a link to the rest.',
  };
}

function droppedParts(dropped: readonly Dropped[], part: Dropped['part']): readonly Dropped[] {
  return dropped.filter((one) => one.part === part && one.cause !== 'cut');
}

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
