import { z } from 'zod';
import { isJsonObject, type JsonObject, parseJson, withoutMark } from '../../base/json-value.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { Redactor } from '../../frame/redaction/redactor.ts';
import { DEFAULT_CAPABILITIES } from '../../protocol/client-capabilities.ts';
import { DEFAULT_SETTINGS, type SettingsChange } from '../../protocol/session-settings.ts';
import { type Profile, type ProfileDraft, profileDraftSchema, secretNames } from './profile.ts';

const FORMAT = 'tierscope-profiles';
const VERSION = 1;

const head = z.looseObject({
  format: z.literal(FORMAT),
  version: z.number().int(),
  profiles: z.array(z.unknown()),
});
const entrySchema = profileDraftSchema.extend({ secrets: z.record(z.string(), z.string()).default({}) });

/** Secret values by profile id and variable name. */
type SecretValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

type ImportedProfile = {
  readonly draft: ProfileDraft;
  /** The values of its secret variables, if the file has them. */
  readonly secrets: Readonly<Record<string, string>>;
};

type ProfileImport = {
  readonly profiles: readonly ImportedProfile[];
  /** Sentences about what the file lacks or what was not read. */
  readonly notes: readonly string[];
};

export type ProfileExport = { readonly text: string; readonly note: string };

type SharedProfile = Omit<Profile, 'id' | 'seen'>;

/** Exports profiles to a shareable file, with secret values only from `secrets`; a note says whether it has any. */
export function exportProfiles(profiles: readonly Profile[], secrets: SecretValues | null): ProfileExport {
  const entries = profiles.map(({ id, seen: _seen, ...draft }) => {
    const values = secrets?.[id] ?? {};
    if (secrets === null) return withoutSecrets(draft);
    return Object.keys(values).length === 0 ? draft : { ...draft, secrets: values };
  });
  const included = entries.some((entry) => 'secrets' in entry);
  const file = {
    format: FORMAT,
    version: VERSION,
    secrets: included ? 'included' : 'left out',
    profiles: entries,
  };
  return { text: `${JSON.stringify(file, null, 2)}\n`, note: exportNote(entries, included) };
}

const LEFT_OUT_ID = /^left-out-\d+$/;

/** A secret variable is asked for on import, a secret in an argument at each start. */
function withoutSecrets(draft: SharedProfile): SharedProfile {
  const redactor = new Redactor({ keepsFolders: true });
  const named = Object.fromEntries(draft.env.map((one) => [one.name, 'value' in one ? one.value : '']));
  redactor.learnText(JSON.stringify([named, draft.args]));
  const env = draft.env.map((one) => {
    if (!('value' in one)) return one;
    const pair = JSON.stringify({ [one.name]: one.value });
    return redactor.redactText(pair) === pair ? one : { name: one.name, secret: true as const };
  });
  const ids = new Set<string>();
  const asking = (text: string) =>
    text.replace(/<redacted:(\d+)>/g, (_whole, number: string) => {
      ids.add(`left-out-${number}`);
      return `\${input:left-out-${number}}`;
    });
  const args: unknown = parseJson(redactor.redactText(JSON.stringify(draft.args)));
  const shared = {
    command: asking(redactor.redactText(draft.command)),
    args: Array.isArray(args) ? args.map((one) => asking(String(one))) : [],
    cwd: asking(redactor.redactText(draft.cwd)),
  };
  const description = 'A secret that was left out of the file';
  const asked = [...ids].map((id) => ({ id, description, password: true, fallback: '' }));
  const inputs = draft.inputs.map((one) => ({ ...one, fallback: redactor.redactText(one.fallback) }));
  return { ...draft, ...shared, env, inputs: [...inputs, ...asked] };
}

const NO_PROFILES =
  'This file has neither profiles that Tierscope has exported nor the servers of another host.';

/** Reads an exported file. Fails with a sentence if it is not one; invalid profiles are left out. */
export function importProfiles(text: string): Result<ProfileImport> {
  const file = head.safeParse(parseJson(withoutMark(text)));
  if (!file.success) return err(NO_PROFILES);
  const { version } = file.data;
  if (version > VERSION) {
    return err(
      `These profiles are of format version ${version}; this Tierscope reads up to ${VERSION}. Update it.`,
    );
  }
  const profiles: ImportedProfile[] = [];
  const notes: string[] = [];
  for (const [index, value] of file.data.profiles.entries()) {
    const entry = entrySchema.safeParse(upgradeProfile(value));
    if (!entry.success) {
      notes.push(`Profile ${index + 1} was left out: ${faultOf(entry.error)}.`);
      continue;
    }
    const { secrets, ...draft } = entry.data;
    profiles.push({ draft: { ...draft, seen: false }, secrets });
    const missing = secretNames(draft).filter((name) => !Object.hasOwn(secrets, name));
    if (missing.length > 0) notes.push(`${draft.name} needs values for ${missing.join(', ')}.`);
  }
  return ok({ profiles, notes });
}

/** Where a value breaks the schema, and how, without a full stop. */
export function faultOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'it is not sound';
  const place = issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
  return `${place}${issue.message}`;
}

function exportNote(profiles: readonly SharedProfile[], included: boolean): string {
  if (included)
    return 'The file holds secret values in plain text. Share it with nobody who must not know them.';
  const count = profiles.reduce(
    (sum, { env, inputs }) =>
      sum + secretNames({ env }).length + inputs.filter(({ id }) => LEFT_OUT_ID.test(id)).length,
    0,
  );
  if (count === 0) return 'These profiles have no secret values.';
  return `${count} secret ${count === 1 ? 'value is' : 'values are'} left out; the person who imports the file is asked for ${count === 1 ? 'it' : 'them'}.`;
}

/** Upgrades a profile from an earlier format with separate `era`, `timeoutMs` and three `capabilities`. */
export function upgradeProfile(value: unknown): unknown {
  if (!isJsonObject(value) || 'settings' in value) return value;
  const { era, timeoutMs, capabilities, ...others } = value;
  const settings = {
    ...(era === undefined || era === DEFAULT_SETTINGS.era ? {} : { era }),
    ...(timeoutMs === undefined || timeoutMs === DEFAULT_SETTINGS.timeoutMs ? {} : { timeoutMs }),
    ...declaredCapabilities(capabilities),
  };
  return { seen: true, inputs: [], ...others, settings };
}

function declaredCapabilities(switches: unknown): Pick<SettingsChange, 'capabilities'> {
  if (!isJsonObject(switches)) return {};
  const off = Object.keys(DEFAULT_CAPABILITIES).filter((name) => switches[name] === false);
  if (off.length === 0) return {};
  const kept = Object.entries(DEFAULT_CAPABILITIES).filter(([name]) => !off.includes(name));
  return { capabilities: Object.fromEntries(kept) satisfies JsonObject };
}
