import type { RuleCheck } from '../rule.ts';

const STANDARD = [-32700, -32600, -32601, -32602, -32603];

export const rule: RuleCheck = {
  codes: (code) => code !== undefined && code >= -32768 && code <= -32100 && !STANDARD.includes(code),
  error: ({ code }) => ({ values: { code } }),
};
