/** How much a finding weighs: a broken rule, something to improve, something to know. */
export type Severity = 'violation' | 'advice' | 'info';

/** One judgement of one rule, with its evidence. */
export type Finding = {
  /** The rule's id, such as `T01`. */
  readonly rule: string;
  /** The rule's readable name, in kebab-case. */
  readonly name: string;
  readonly title: string;
  readonly severity: Severity;
  readonly session: string;
  /** The record that the finding hangs on. */
  readonly seq: number;
  /** The records that show it, in order; `seq` is among them. */
  readonly evidence: readonly number[];
  /** Two sentences: what is wrong here, and who must do what. */
  readonly explanation: string;
  readonly source: string;
  /** Wire text, shortened: what was sent. Empty where nothing was. */
  readonly before: string;
  /** Wire text, shortened: what would have been right. */
  readonly after: string;
};
