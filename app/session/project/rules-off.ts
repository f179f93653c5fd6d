import { z } from 'zod';
import { isSameServer, type ServerTraits } from '../same-server.ts';
import type { ProjectSettings, RuleSetting } from './project-file.ts';

const text = z.string().max(32_768);

/** A rule that the user turned off, for one server or for all. */
export const ruleOffSchema = z.strictObject({
  rule: z.string().min(1).max(40),
  /** Null for every server; else the server's own name and its command line, each empty if unknown. */
  server: z.strictObject({ name: text, commandLine: text }).nullable(),
});
export type RuleOff = z.infer<typeof ruleOffSchema>;

/** What identifies a known server; empty for unknown parts. */
export type KnownServer = { readonly name: string; readonly commandLine: string };

/** What identifies the server of a live or recorded session. */
export function knownServer(session: {
  readonly server: { readonly name: string } | null;
  readonly commandLine: string;
}): KnownServer {
  return { name: session.server?.name ?? '', commandLine: session.commandLine };
}

/** The repository's rule settings, with the rules turned off that the user does not want for this server. */
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

/** True if both turn a rule off for the same server, or everywhere. */
export function isSameRuleOff(one: RuleOff, other: RuleOff): boolean {
  if (one.rule !== other.rule) return false;
  if (one.server === null || other.server === null) return one.server === other.server;
  return isSameKnownServer(one.server, other.server);
}

/** True if a rule turned off for one is off for the other too, regardless of the folder that a server starts in. */
export function isSameKnownServer(one: KnownServer, other: KnownServer): boolean {
  return isSameServer(withoutFolder(one), withoutFolder(other));
}

function withoutFolder({ name, commandLine }: KnownServer): ServerTraits {
  return { serverName: name, commandLine, cwd: '' };
}
