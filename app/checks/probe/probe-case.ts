import { type Message, type MessageValues, messageText } from '../../base/message.ts';
import type { Tier } from '../../frame/tier.ts';
import { editText, type HttpEdit } from '../../requests/raw-editor/http-edit.ts';
import type { Reply } from '../../requests/raw-editor/template.ts';
import type { Pin } from '../../requests/suite/pin.ts';
import type { ExpectedTier } from '../../session/project/expected-tier.ts';
import texts from './probe-texts.json' with { type: 'json' };

/** What a case is about; the order is that of the output. */
export const CASE_FAMILIES = [
  'opening',
  'arguments',
  'calls',
  'targets',
  'lists',
  'session',
  'ids',
  'traffic',
  'stateless',
  'raw messages',
  'http',
  'suite',
] as const;
export type CaseFamily = (typeof CASE_FAMILIES)[number];

/** The kind under which is said what was cut because there is too much of it. */
export const LEFT_OUT = 'left out';

/** How binding it is what a case asks for; `project`: the server's own repository says so; `suite`: a suite does. */
export const BINDINGS = ['MUST', 'SHOULD', 'suite', 'project', 'convention', 'sdk-default'] as const;
export type Binding = (typeof BINDINGS)[number];

/** The tier that a case asks for; `any` if only an answer is asked for, whatever it is. */
export type AskedTier = Tier | 'silence' | 'any';

export type ProbeStep = {
  /** The line as visible text, tokens included (raw-draft.ts). */
  readonly text: string;
  /** The id under which its answer is due, as JSON text; undefined if none is due. */
  readonly id: string | undefined;
  /** True if the line breaks the protocol, so that it is recorded as a raw message. */
  readonly deliberate: boolean;
  /** Whether the next line waits for the answer to this one. */
  readonly wait: 'answer' | 'none';
  /** Over HTTP, a request that differs from what would be sent: its status is the reply. */
  readonly http?: HttpEdit;
};

/** What comes back for a line, or for an HTTP request: its status, or that it was left. */
export type CaseAnswer = Reply | `HTTP ${number}` | 'left';

export type Expectation = {
  readonly tier: AskedTier;
  readonly binding: Binding;
  /** One sentence: what a good server does. */
  readonly sentence: string;
  readonly source: string;
  readonly good: readonly CaseAnswer[];
  /** What fails the case by itself, whatever the rules say; anything else is passed with a note. */
  readonly wrong: readonly CaseAnswer[] | 'the rest';
  /** What is said of such a reply; the general sentence without it. */
  readonly ifWrong?: WrongReply;
};

/** What a reply breaks that fails a case: binding and source are those of the expectation without their own. */
export type WrongReply = {
  readonly message: string;
  readonly todo: string;
  readonly binding?: Binding;
  readonly source?: string;
};

type CaseName = {
  /** The same in every run against the same lists: `arguments/echo/missing/message`. */
  readonly id: string;
  readonly family: CaseFamily;
  /** The column of the matrix, or the name of the case in its family. */
  readonly kind: string;
  /** The tool, prompt, resource or method that it is about. */
  readonly target: string;
  readonly title: string;
};

export type PlannedCase = CaseName & {
  /** Whether the SDK reads the line before the author's code is asked: then a failure is not the author's. */
  readonly layer: 'wire' | 'call';
  /** True for a process without a handshake. */
  readonly unready: boolean;
  /** True if the process may be another one afterwards: the next case gets a fresh one. */
  readonly leavesMark: boolean;
  /** True if it calls a tool with valid arguments, which may take any time. */
  readonly mayTakeLong: boolean;
  /** Rules that take its first line for what it is not: for a call that its SDK hands to a tool, say. */
  readonly spares: readonly string[];
  /** Whether an error without an id answers it too: not every reader can take the id from the line. */
  readonly mayBeUnnamed: boolean;
  /** What the end of the process means: a fault of the server, or what the protocol leaves open. */
  readonly mayEnd: boolean;
  readonly steps: readonly ProbeStep[];
  readonly expects: Expectation;
  /** What the project file says of its call; left out for nothing. */
  readonly expected?: ExpectedTier;
  /** How an entry of a suite is to end, by which alone it is judged. */
  readonly pinned?: Pinned;
};

type Pinned = {
  readonly pin: Pin;
  /** Its line as it may be shown: without the values of variables. */
  readonly shown: string;
  /** True if an answer under any id counts, or under none. */
  readonly awaitsAny: boolean;
  /** The id that its line has, as JSON text; undefined for none. */
  readonly lineId: string | undefined;
  /** How long its answer is waited for, in milliseconds. */
  readonly waitMs: number;
};

export type CaseLeftOut = CaseName & { readonly why: string };

export type ProbePlan = {
  readonly cases: readonly PlannedCase[];
  readonly leftOut: readonly CaseLeftOut[];
};

type CaseParts = Pick<CaseName, 'family' | 'kind'> &
  Pick<PlannedCase, 'steps' | 'expects'> &
  Partial<Omit<PlannedCase, 'expected'>>;

/** What a step sends, as a line or a request of HTTP. */
export function sentBy({ text, http }: ProbeStep): string {
  return http === undefined ? text : [editText(http), text].filter((part) => part !== '').join('\n');
}

/** A case with what most of them have in common. */
export function plannedCase(parts: CaseParts): PlannedCase {
  const { family, kind } = parts;
  return {
    id: `${family}/${kind}`,
    target: '',
    title: kind,
    layer: 'call',
    unready: false,
    leavesMark: false,
    mayTakeLong: false,
    mayBeUnnamed: false,
    mayEnd: false,
    spares: [],
    ...parts,
  };
}

type CaseTexts = Partial<Expectation> & { readonly title?: Message };
const TEXTS = texts as Readonly<Record<string, CaseTexts>>;
/** The family and kind of a case in `probe-texts.json`; a variant, behind a dot, has from its kind what it lacks. */
export type CaseKey = keyof typeof texts;

function kindOf(key: CaseKey): string {
  return key.split('.', 1)[0] ?? key;
}

/** What a good server makes of a case, as `probe-texts.json` has it: an error of the protocol, without another tier. */
export function expectationOf(key: CaseKey): Expectation {
  const { title: _, ...asked } = { ...TEXTS[kindOf(key)], ...TEXTS[key] };
  return { tier: 'protocol', binding: 'SHOULD', sentence: '', source: '', good: [], wrong: [], ...asked };
}

/** A case with the title and the expectation of its key. */
export function caseOf(
  key: CaseKey,
  parts: Pick<PlannedCase, 'steps'> & Partial<PlannedCase>,
  values: MessageValues = {},
): PlannedCase {
  const [family = '', kind = ''] = kindOf(key).split('/');
  const { title = kind } = { ...TEXTS[kindOf(key)], ...TEXTS[key] };
  const expects = expectationOf(key);
  return plannedCase({
    ...{ family: family as CaseFamily, kind, title: messageText(title, values), expects },
    ...parts,
  });
}

/** What is not asked, by the kinds that do not apply to this server. */
export function leftOutKinds(
  family: CaseFamily,
  kinds: readonly (readonly [kind: string, applies: boolean, why: string])[],
): readonly CaseLeftOut[] {
  return kinds.flatMap(([kind, applies, why]) =>
    applies ? [] : [{ id: `${family}/${kind}`, family, kind, target: '', title: kind, why }],
  );
}
