import type { Actor } from '../protocol/actor.ts';
import type { HttpPlace } from '../session/exchange.ts';
import type { ProjectSettings, RuleSetting } from '../session/project/project-file.ts';
import type { Repair } from './repair.ts';

export const SEVERITIES = ['violation', 'advice', 'info'] as const;

/** How serious a finding is: a broken rule, a possible improvement, or information. */
export type Severity = (typeof SEVERITIES)[number];

/** Whether the frames prove a finding or only suggest it. */
export type Certainty = 'certain' | 'likely';

/** Who must act: the author of the server, of the server's SDK, or of the client. */
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
  /** The 0-based index of the message in its batch; absent for other records, or if it concerns the whole batch. */
  readonly part?: number;
  /** The records that show it, in order, including `seq`. */
  readonly evidence: readonly number[];
  readonly certainty: Certainty;
  readonly side: Side;
  /** Who must act, if not the author of `side`. */
  readonly actor?: Actor;
  readonly explanation: string;
  /** Who must do what; empty if nobody must act. */
  readonly todo: string;
  readonly source: string;
  /** Wire text, shortened: what was sent. Empty if nothing was. */
  readonly before: string;
  /** Wire text, shortened: what would have been right. Empty if that needs an invented value. */
  readonly after: string;
  /** The change that the rule requires in the answer; absent if it has none, or if no answer is concerned. */
  readonly repair?: Repair;
  /** The HTTP exchange in which it was found, and its status; absent for none. */
  readonly http?: Pick<HttpPlace, 'x' | 'status'>;
  /** The project file's setting for its rule; absent for none. */
  readonly setting?: RuleSetting;
};

/** The finding with the project file's setting for its rule: another severity, or off. */
export function ruled<Ruled extends Pick<Finding, 'rule' | 'severity'>>(
  finding: Ruled,
  rules: ProjectSettings['rules'],
): Ruled & Pick<Finding, 'setting'> {
  const setting = settingOf(rules, finding.rule);
  if (setting === undefined) return finding;
  return { ...finding, setting, severity: setting.as === 'off' ? finding.severity : setting.as };
}

/** The project file's setting for a rule; undefined for none. */
export function settingOf(rules: ProjectSettings['rules'], rule: string): RuleSetting | undefined {
  return Object.hasOwn(rules, rule) ? rules[rule] : undefined;
}

/** False if the project file turned its rule off: then the finding is not a problem. */
export function isCounted({ setting }: Pick<Finding, 'setting'>): boolean {
  return setting?.as !== 'off';
}
