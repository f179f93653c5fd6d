import type { Actor } from '../protocol/actor.ts';
import type { HttpPlace } from '../session/exchange.ts';
import type { ProjectSettings, RuleSetting } from '../session/project/project-file.ts';
import type { Repair } from './repair.ts';

/** The severities, the highest first. */
export const SEVERITIES = ['violation', 'advice', 'info'] as const;

/** How much a finding weighs: a broken rule, something to improve, something to know. */
export type Severity = (typeof SEVERITIES)[number];

/** Whether the frames prove a finding, or only suggest it. */
export type Certainty = 'certain' | 'likely';

/** Who must act: the author of the server, of the SDK that the server is built on, or of the client. */
export type Side = 'server' | 'sdk' | 'client';

export type Finding = {
  /** The rule's id, such as `T01`. */
  readonly rule: string;
  /** The rule's readable name, in kebab-case. */
  readonly name: string;
  readonly title: string;
  readonly severity: Severity;
  readonly session: string;
  readonly seq: number;
  /** Which message of a batch it is about, counted from 0; absent if the record is no batch, or for all of it. */
  readonly part?: number;
  /** The records that show it, in order; `seq` is among them. */
  readonly evidence: readonly number[];
  readonly certainty: Certainty;
  readonly side: Side;
  /** Who has to act, if it is not the author of `side`. */
  readonly actor?: Actor;
  readonly explanation: string;
  /** Who must do what; empty if nobody must. */
  readonly todo: string;
  readonly source: string;
  /** Wire text, shortened: what was sent. Empty if nothing was. */
  readonly before: string;
  /** Wire text, shortened: what would have been right. Empty if only an invented value would do. */
  readonly after: string;
  /** What the rule would have had otherwise in the answer; absent if it says nothing, or nothing of an answer. */
  readonly repair?: Repair;
  /** The HTTP exchange in which it was found, and its status; absent for none. */
  readonly http?: Pick<HttpPlace, 'x' | 'status'>;
  /** What the project file says of its rule; absent for nothing. */
  readonly setting?: RuleSetting;
};

/** The finding with what the project file says of its rule: another severity, or that it is off. */
export function ruled<Ruled extends Pick<Finding, 'rule' | 'severity'>>(
  finding: Ruled,
  rules: ProjectSettings['rules'],
): Ruled & Pick<Finding, 'setting'> {
  const setting = settingOf(rules, finding.rule);
  if (setting === undefined) return finding;
  return { ...finding, setting, severity: setting.as === 'off' ? finding.severity : setting.as };
}

/** What the project file says of a rule; undefined for nothing. */
export function settingOf(rules: ProjectSettings['rules'], rule: string): RuleSetting | undefined {
  return Object.hasOwn(rules, rule) ? rules[rule] : undefined;
}

/** True unless the project file has turned its rule off: only such a finding is a problem. */
export function isCounted({ setting }: Pick<Finding, 'setting'>): boolean {
  return setting?.as !== 'off';
}
