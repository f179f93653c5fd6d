import { OUTCOMES, ROW_KINDS, type Row, SHAPES } from '../row.ts';
import { TIERS, WHERES } from '../tier.ts';

/** Keys whose value is a text, with `*` as a wildcard. */
export type TextKey = 'method' | 'tool' | 'id' | 'session' | 'rule' | 'problem' | 'status' | 'text';
export type ChoiceKey = 'tier' | 'where' | 'outcome' | 'dir' | 'kind' | 'has' | 'is';
export type FilterKey = TextKey | ChoiceKey | 'code' | 'dur' | 'size';

type KeyHelp = { readonly key: FilterKey; readonly example: string; readonly meaning: string };

export const FILTER_KEYS: readonly KeyHelp[] = [
  { key: 'tier', example: 'tier:tool', meaning: 'the tier: ok, tool, protocol, client, transport' },
  { key: 'where', example: 'where:auth', meaning: 'where a transport error over HTTP lies' },
  { key: 'status', example: 'status:4*', meaning: 'the status of the HTTP exchange' },
  { key: 'outcome', example: 'outcome:lost', meaning: 'how the exchange ended' },
  { key: 'code', example: 'code:-32602', meaning: 'the error code; -326* and -32099..-32000 work too' },
  { key: 'method', example: 'method:tools/*', meaning: 'the method' },
  { key: 'tool', example: 'tool:search', meaning: 'the tool of a call' },
  { key: 'dir', example: 'dir:in', meaning: 'in: from the server; out: to the server' },
  { key: 'id', example: 'id:17', meaning: 'the id of the exchange' },
  { key: 'dur', example: 'dur:>500ms', meaning: 'the duration in ms, s or m' },
  { key: 'size', example: 'size:>100kb', meaning: 'the size of the line in b, kb or mb' },
  {
    key: 'rule',
    example: 'rule:T01',
    meaning: 'rows with a finding of this rule, by its number or its name',
  },
  {
    key: 'problem',
    example: 'problem:k3x9q2a',
    meaning: 'the rows of one problem, by the id that its page gives it',
  },
  { key: 'has', example: 'has:stderr', meaning: 'calls during which the server wrote to stderr' },
  { key: 'is', example: 'is:error', meaning: 'errors, rows with findings or notes, raw messages' },
  { key: 'session', example: 'session:s1', meaning: 'the session, by its name or its label' },
  { key: 'kind', example: 'kind:stderr', meaning: 'what the row is' },
  { key: 'text', example: 'text:"not found"', meaning: 'the words in the last column' },
];

/** Outcomes as single words, for the filter. */
const OUTCOME_TERMS: ReadonlyMap<string, string> = new Map(
  OUTCOMES.map((outcome) => [outcome, outcome.replaceAll(' ', '-')]),
);

export const CHOICES: Readonly<Record<ChoiceKey, readonly string[]>> = {
  tier: TIERS,
  where: WHERES,
  outcome: [...OUTCOME_TERMS.values()],
  dir: ['in', 'out'],
  kind: [...ROW_KINDS, ...SHAPES],
  has: ['stderr'],
  is: ['error', 'pending', 'finding', 'bookmarked', 'expected', 'raw', 'changed'],
};

const CHOICE_MEANINGS: Readonly<Record<string, string>> = {
  'tier:ok': 'a result that clients read, without isError, or an error that was expected',
  'tier:tool': 'a result with isError, meant for the model',
  'tier:protocol': 'a JSON-RPC error: only the host sees it',
  'tier:client': 'a time-out, a cancellation, a result that clients reject',
  'tier:transport': 'the pipe failed: a crash, a line that is not a message',
  'where:network': 'no connection, or one that was reset',
  'where:tls': 'the certificate, or no TLS at all',
  'where:http': 'a status or a body that is not an answer',
  'where:auth': 'no token, or one that was refused',
  'where:session': 'a session id that is missing or gone',
  'where:stream': 'an event stream that ended without the answer',
  'dir:in': 'from the server',
  'dir:out': 'to the server',
  'has:stderr': 'the server wrote to stderr meanwhile',
  'is:error': 'a failure of any tier',
  'is:pending': 'a request that has no answer yet',
  'is:finding': 'a rule says something of it',
  'is:bookmarked': 'a bookmark, or what it is about',
  'is:expected': 'errors and answers that raw messages caused; counted at no tier',
  'is:raw': 'a raw message: its mistakes are intentional',
  'outcome:lost': 'the connection ended first',
  'outcome:late': 'answered after a time-out or a cancel',
  'outcome:orphan': 'an answer without a request',
  'outcome:duplicate': 'a second answer',
  'kind:process': 'a start or an end of the server',
  'kind:client': 'what the client did by itself',
  'kind:invalid': 'a line that is not a JSON-RPC message',
};

export function choiceMeaning(key: ChoiceKey, value: string): string {
  return CHOICE_MEANINGS[`${key}:${value}`] ?? '';
}

export function outcomeTerm(outcome: Row['outcome']): string {
  return OUTCOME_TERMS.get(outcome) ?? '';
}

export function isChoiceKey(key: FilterKey): key is ChoiceKey {
  return key in CHOICES;
}

/** The key with this name, ignoring case, or undefined. */
export function filterKey(name: string): FilterKey | undefined {
  const lower = name.toLowerCase();
  return FILTER_KEYS.find((help) => help.key === lower)?.key;
}

export function exampleOf(key: FilterKey): string {
  return FILTER_KEYS.find((help) => help.key === key)?.example ?? `${key}:`;
}
