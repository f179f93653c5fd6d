import { isJsonObject, parseJson, stringAt } from '../../base/json-value.ts';
import { targetOf } from '../../frame/target.ts';
import {
  type ExpectedTier,
  expectationOf,
  expectedEndText,
  PROJECT_SOURCE,
} from '../../session/project/expected-tier.ts';
import type { CaseReply } from './case-run.ts';
import type { PlannedCase } from './probe-case.ts';

/** The tiers of an answer; a probe never asks a server to end, nor judges its own client. */
const ANSWERED = ['ok', 'tool', 'protocol'];

/** Adds the project file's expectation to a case; "ok" must name an argument to apply to a bad call. */
export function withExpected(planned: PlannedCase, expected: readonly ExpectedTier[]): PlannedCase {
  const [step, ...more] = planned.steps;
  if (step === undefined || step.id === undefined || step.deliberate || more.length > 0) return planned;
  const message = parseJson(step.text);
  const method = stringAt(message, 'method');
  if (!isJsonObject(message) || method === undefined) return planned;
  const { params } = message;
  const target = targetOf(method, params);
  const found = expectationOf(expected, { sender: 'client-to-server', method, target, params });
  if (found === undefined || !ANSWERED.includes(found.tier)) return planned;
  const isGeneral = found.tier === 'ok' && found.condition.kind === 'any';
  if (isGeneral && !planned.expects.good.includes('result')) return planned;
  return {
    ...planned,
    expected: found,
    expects: {
      ...planned.expects,
      tier: found.tier,
      binding: 'project',
      sentence: `The project file expects "${found.label}" to end as ${expectedEndText(found)}.`,
      source: PROJECT_SOURCE,
    },
  };
}

/** True if the answer has the expected tier and, if given, the expected code. */
export function isAsExpected({ tier, code }: ExpectedTier, reply: CaseReply): boolean {
  return reply.tier === tier && (code === undefined || reply.code === code);
}

/** How an answer ended the call: `protocol -32602`. */
export function endOf({ tier, code }: CaseReply): string {
  return code === null ? tier : `${tier} ${code}`;
}
