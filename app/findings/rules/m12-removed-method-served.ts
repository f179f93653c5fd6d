import { asError } from '../repair.ts';
import type { RuleCheck } from '../rule.ts';

export const rule: RuleCheck = {
  methods: ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'],
  reaction: true,
  result(answer) {
    if (answer.sender !== 'server-to-client') return undefined;
    return { values: { method: answer.method }, after: asError(-32601, 'Method not found') };
  },
};
