import { z } from 'zod';
import { isSameServer, type ServerTraits } from '../same-server.ts';
import type { ProjectSettings, RuleSetting } from './project-file.ts';

const text = z.string().max(32_768);

/** A rule that the user does not want to see: of one server, or of all. */
export const ruleOffSchema = z.strictObject({
  rule: z.string().min(1).max(40),
  /** Null for every server; else the name that it gives itself, and its command line; empty for what is not known. */
  server: z.strictObject({ name: text, commandLine: text }).nullable(),
});
export type RuleOff = z.infer<typeof ruleOffSchema>;

/** By what a server is known again; empty for what is not known. */
export type KnownServer = { readonly name: string; readonly commandLine: string };

/** By what the server of a session, live or recorded, is known again. */
export function knownServer(session: {
  readonly server: { readonly name: string } | null;
  readonly commandLine: string;
}): KnownServer {
  return { name: session.server?.name ?? '', commandLine: session.commandLine };
}

/** What the repository says of rules, with those off that the user has turned off for this server or everywhere. */
export function withRulesOff(
  rules: ProjectSettings['rules'],
  off: readonly RuleOff[],
  server: KnownServer,
): ProjectSettings['rules'] {
  const own = off.filter((one) => one.server === null || isSameKnownServer(one.server, server));
  if (own.length === 0) return rules;
  return { ...rules, ...Object.fromEntries(own.map((one) => [one.rule, settingOfUser(one)])) };
}

function settingOfUser({ server }: RuleOff): RuleSetting {
  return { as: 'off', reason: `You turned it off ${server === null ? 'everywhere' : 'for this server'}.` };
}

/** True if both are turned off for the same server, or everywhere. */
export function isSameRuleOff(one: RuleOff, other: RuleOff): boolean {
  if (one.rule !== other.rule) return false;
  if (one.server === null || other.server === null) return one.server === other.server;
  return isSameKnownServer(one.server, other.server);
}

/** True if a rule that is off for the one is off for the other too: where a server was started does not matter. */
export function isSameKnownServer(one: KnownServer, other: KnownServer): boolean {
  return isSameServer(withoutFolder(one), withoutFolder(other));
}

function withoutFolder({ name, commandLine }: KnownServer): ServerTraits {
  return { serverName: name, commandLine, cwd: '' };
}
