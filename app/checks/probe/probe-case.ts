import { type Message, type MessageValues, messageText } from '../../base/message.ts';
import type { Tier } from '../../frame/tier.ts';
import { editText, type HttpEdit } from '../../requests/raw-editor/http-edit.ts';
import type { Reply } from '../../requests/raw-editor/template.ts';
import type { Pin } from '../../requests/suite/pin.ts';
import type { ExpectedTier } from '../../session/project/expected-tier.ts';
import texts from './probe-texts.json' with { type: 'json' };

/** The subjects of cases, in output order. */
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

/** The kind for cases cut for their number. */
export const LEFT_OUT = 'left out';

/** The binding force of an expectation; `project`: the server's own repository; `suite`: a suite. */
export const BINDINGS = ['MUST', 'SHOULD', 'suite', 'project', 'convention', 'sdk-default'] as const;
export type Binding = (typeof BINDINGS)[number];

/** The expected tier; `any` if any answer will do. */
export type AskedTier = Tier | 'silence' | 'any';

export type ProbeStep = {
  /** The line as visible text, including tokens (raw-draft.ts). */
  readonly text: string;
  /** The id under which its answer is due, as JSON text; undefined if none is due. */
  readonly id: string | undefined;
  /** True if the line breaks the protocol, so it is recorded as a raw message. */
  readonly deliberate: boolean;
  /** Whether the next line waits for this one's answer. */
  readonly wait: 'answer' | 'none';
  /** Over HTTP, a request that differs from the normal one: its status is the reply. */
  readonly http?: HttpEdit;
};

/** The reply to a line, or to an HTTP request: its status, or that it was abandoned. */
export type CaseAnswer = Reply | `HTTP ${number}` | 'left';

export type Expectation = {
  readonly tier: AskedTier;
  readonly binding: Binding;
  /** One sentence: what a good server does. */
  readonly sentence: string;
  readonly source: string;
  readonly good: readonly CaseAnswer[];
  /** Replies that fail the case regardless of rules; any other reply passes with a note. */
  readonly wrong: readonly CaseAnswer[] | 'the rest';
  /** The message for such a reply; by default, a general sentence. */
  readonly ifWrong?: WrongReply;
};

/** What a failing reply breaks; binding and source default to the expectation's. */
export type WrongReply = {
  readonly message: string;
  readonly todo: string;
  readonly binding?: Binding;
  readonly source?: string;
};

type CaseName = {
  /** Stable across runs with the same lists: `arguments/echo/missing/message`. */
  readonly id: string;
  readonly family: CaseFamily;
  /** The column of the matrix, or the name of the case in its family. */
  readonly kind: string;
  /** The tool, prompt, resource or method concerned. */
  readonly target: string;
  readonly title: string;
};

export type PlannedCase = CaseName & {
  /** Whether the SDK reads the line before the author's code: then a failure is not the author's. */
  readonly layer: 'wire' | 'call';
  /** True for a process without a handshake. */
  readonly unready: boolean;
  /** True if it may change the process's state: the next case gets a fresh one. */
  readonly leavesMark: boolean;
  /** True if it calls a tool with valid arguments, which may take any time. */
  readonly mayTakeLong: boolean;
  /** Rules that would misread its first line, for example a call that its SDK passes to a tool. */
  readonly spares: readonly string[];
  /** Whether an error without an id counts as its answer: not every reader can extract the line's id. */
  readonly mayBeUnnamed: boolean;
  /** What the end of the process means: a fault of the server, or undefined by the protocol. */
  readonly mayEnd: boolean;
  readonly steps: readonly ProbeStep[];
  readonly expects: Expectation;
  /** The project file's expectation for its call; undefined for none. */
  readonly expected?: ExpectedTier;
  /** The pinned end of a suite entry, its only criterion. */
  readonly pinned?: Pinned;
};

type Pinned = {
  readonly pin: Pin;
  /** Its line for display, without the values of variables. */
  readonly shown: string;
  /** True if an answer with any id counts, or without one. */
  readonly awaitsAny: boolean;
  /** The id in its line, as JSON text; undefined for none. */
  readonly lineId: string | undefined;
  /** How long to wait for its answer, in milliseconds. */
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

/** What a step sends, as a line or an HTTP request. */
export function sentBy({ text, http }: ProbeStep): string {
  return http === undefined ? text : [editText(http), text].filter((part) => part !== '').join('\n');
}

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
const TEXTS = texts as Readonly<Record<string, Partial<Expectation> & { readonly title?: Message }>>;
/** The family and kind of a case in `probe-texts.json`; a variant, after a dot, inherits from its kind. */
export type CaseKey = keyof typeof texts;

function kindOf(key: CaseKey): string {
  return key.split('.', 1)[0] ?? key;
}

/** The expectation for a case in `probe-texts.json`: a protocol error, unless it names another tier. */
export function expectationOf(key: CaseKey): Expectation {
  const { title: _, ...asked } = { ...TEXTS[kindOf(key)], ...TEXTS[key] };
  return { tier: 'protocol', binding: 'SHOULD', sentence: '', source: '', good: [], wrong: [], ...asked };
}

/** A case with the title and expectation of its key. */
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

/** Cases that are not run, by the kinds that do not apply to this server. */
export function leftOutKinds(
  family: CaseFamily,
  kinds: readonly (readonly [kind: string, applies: boolean, why: string])[],
): readonly CaseLeftOut[] {
  return kinds.flatMap(([kind, applies, why]) =>
    applies ? [] : [{ id: `${family}/${kind}`, family, kind, target: '', title: kind, why }],
  );
}
