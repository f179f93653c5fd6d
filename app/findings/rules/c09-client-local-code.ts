import { TRAIT } from '../error-text.ts';
import type { RuleCheck } from '../rule.ts';

/** The exact sentences with which clients end a call by themselves, with nothing on the wire. */
const OF_CLIENTS: ReadonlyMap<unknown, RegExp> = new Map([
  [-32000, /^(?:MCP error -32000: )*connection closed\.?$/i],
  [-32001, /^(?:MCP error -32001: )*request time(d )?out\.?$/i],
]);

/** True for a code and the exact sentence with which SDKs end a call by themselves. */
export function saysAsClients(code: unknown, message: string): boolean {
  return OF_CLIENTS.get(code)?.test(message.trim()) === true;
}

/** A server that sends one of these makes its answer look lost. */
export const rule: RuleCheck = {
  codes: [-32000, -32001],
  traits: TRAIT.lost,
  error({ sender, code, text }, { facts }) {
    if (sender !== 'server-to-client' || !saysAsClients(code, text)) return undefined;
    return {
      // Once the client has left, the sentence is true, and nobody waits for a better one.
      ...(facts.stdinClosed && code === -32000 ? { severity: 'info' } : {}),
      values: { code, text: JSON.stringify(text.trim()) },
    };
  },
};
