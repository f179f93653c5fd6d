import { paramsFault } from '../../protocol/params-fault.ts';
import { asError } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  methods: ['logging/setLevel'],
  reaction: true,
  result({ method, params }, { facts }) {
    const fault = paramsFault(method, params, facts);
    if (fault?.kind !== 'no-log-level') return undefined;
    return {
      values: { level: JSON.stringify(fault.level.slice(0, 50)) },
      after: asError(-32602, 'Invalid log level'),
    };
  },
};
