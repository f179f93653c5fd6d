import type { SessionProject } from '../../../app/contract/session-info.ts';
import type { RuleSetting } from '../../../app/project/project-file.ts';
import { counted } from '../../ui/format/counted.ts';

/** A rule of which a project file says something. */
export type SetRule = RuleSetting & { readonly rule: string };

/** The rules that a project file speaks of: first those that it turns off. */
export function setRules({ rules }: SessionProject): readonly SetRule[] {
  const all = Object.entries(rules).map(([rule, setting]) => ({ rule, ...setting }));
  return [...all.filter(({ as }) => as === 'off'), ...all.filter(({ as }) => as !== 'off')];
}

/** What a project file changes, in a line: `2 rules off, 1 graded otherwise, 3 calls with an expected end`. */
export function projectText(project: SessionProject): string {
  const rules = setRules(project);
  const off = rules.filter(({ as }) => as === 'off').length;
  const parts = [
    off > 0 ? `${counted(off, 'rule')} off` : '',
    rules.length > off ? `${rules.length - off} graded otherwise` : '',
    project.expected > 0 ? `${counted(project.expected, 'call')} with an expected end` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'changes no finding' : parts.join(', ');
}
