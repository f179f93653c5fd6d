import type { ErrorTier } from '../frame/tier.ts';
import type { NextStep } from '../protocol/actor.ts';

/** What an entry is: a number, a block of numbers, a named reason, a failure that never reaches the wire, … */
export type EntryKind =
  | 'code'
  | 'range'
  | 'reason'
  | 'client-local'
  | 'mapping'
  | 'pattern'
  | 'convention'
  | 'http';

/** `client-local`: raised inside a client and never on the wire. */
export type EmittedBy = 'server' | 'client' | 'either' | 'client-local';

/** Whether trying again, corrected or later, can help. */
export type Recoverable = 'yes' | 'no' | 'depends' | 'n/a';

/** A block of codes, both ends included; `outside` turns it around. */
type CodeRange = { readonly from: number; readonly to: number; readonly outside?: true };

/** One row of a classification table: a regular expression and its place in the order of tests. */
type TextPattern = {
  readonly table: 'common' | 'provider';
  readonly order: number;
  readonly pattern: string;
  readonly flags: string;
};

/** `caller`: whoever decides what the method asks for; undefined if nobody is named. */
export type EntryStep = Pick<NextStep, 'action' | 'verb'> & {
  readonly actor: NextStep['actor'] | 'caller' | undefined;
  readonly leadsTo: 'stderr' | undefined;
};

/** One meaning: a code, a name or a habit in one vocabulary. Files are expanded to this on first use. */
export type CatalogueEntry = {
  readonly id: string;
  readonly kind: EntryKind;
  /** The integer on the wire, or null if the entry has none. */
  readonly code: number | null;
  /** The code as text: "-32602", "-32099..-32000", "isError:true", "REQUEST_TIMEOUT", or empty. */
  readonly codeText: string;
  readonly range: CodeRange | null;
  readonly name: string;
  readonly vocabulary: string;
  readonly tier: ErrorTier;
  readonly emittedBy: EmittedBy;
  readonly meaning: string;
  readonly whenItAppears: string;
  /** The shape of `error.data` or of the result, as a type, or null if nothing is known. */
  readonly dataShape: string | null;
  readonly modelCanSee: boolean;
  readonly recoverable: Recoverable;
  /** What to do, and who must do it. */
  readonly how: string;
  /** The same as fields. */
  readonly step: EntryStep;
  readonly source: string;
  readonly since: string | null;
  /** The last revision or version that has it. */
  readonly until: string | null;
  /** True if the behaviour was observed on the wire, false if it was read in source or text. */
  readonly measured: boolean;
  readonly aliases: readonly string[];
  /** Texts that implementations send with it; `<x>` stands for anything. */
  readonly messages: readonly string[];
  readonly match: TextPattern | null;
};
