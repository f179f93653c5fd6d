import { z } from 'zod';
import type { HostId, HostInput, HostProblem, HostServer } from '../hosts/host.ts';
import type { LineChange } from '../hosts/line-change.ts';
import { type Profile, profileDraftSchema } from '../hosts/profiles/profile.ts';
import { MAX_PROFILE_CHARS } from '../hosts/profiles/profile-limits.ts';
import { command, path, session, windowName } from './command.ts';

const profile = z.string().min(1).max(64);
const { env, ...fields } = profileDraftSchema.shape;

/** A profile as edited in a form: the command as one line, which the host splits. */
const profileFormSchema = z
  .strictObject({
    ...fields,
    env,
    commandLine: z.string().trim().min(1).max(32_768),
  })
  .omit({ command: true, args: true });

/** Values of secret variables by name: null removes a value, an omitted name keeps its value. */
const secrets = z.record(z.string().min(1).max(256), z.string().max(65_536).nullable());

export const PROFILE_COMMANDS = {
  listProfiles: command({}).gives<SavedProfiles>(),
  createProfile: command({ form: profileFormSchema, secrets }).gives<SavedProfile>(),
  editProfile: command({ profile, form: profileFormSchema, secrets }).gives<SavedProfile>(),
  duplicateProfile: command({ profile }).gives<SavedProfile>(),
  deleteProfile: command({ profile }).gives<null>(),
  undoDeleteProfile: command({}).gives<SavedProfile>(),
  /** The index in the whole list, from 0. */
  moveProfile: command({ profile, to: z.number().int().min(0).max(100_000) }).gives<null>(),
  saveSession: command({ session, name: fields.name.optional() }).gives<SavedProfile>(),
  /** Starts a profile's server in its own tab; one from a file only if its user has `seen` the command. */
  connectProfile: command({
    profile,
    seen: z.literal(true).optional(),
    values: z.record(z.string(), z.string().max(65_536)).optional(),
    window: windowName,
  }).gives<{ session: string }>(),
  exportProfiles: command({ profiles: z.array(profile).max(10_000), withSecrets: z.boolean() }).gives<{
    readonly text: string;
    readonly note: string;
  }>(),
  importProfiles: command({ text: z.string().max(MAX_PROFILE_CHARS) }).gives<ImportedProfiles>(),
} as const;

const hostServers = z.array(z.strictObject({ path, at: z.array(z.string()).max(16) })).max(1000);

/** Commands on other hosts' configuration files. None of them starts anything. */
export const HOST_FILE_COMMANDS = {
  discoverHosts: command({}).gives<readonly FoundFile[]>(),
  importFromHost: command({
    servers: hostServers,
    answers: z.record(z.string(), z.string()),
    /** Whether to update a profile with the same name; otherwise each server becomes a new profile. */
    update: z.boolean(),
  }).gives<ImportedProfiles>(),
  listHostFiles: command({}).gives<readonly HostTarget[]>(),
  /** With `dryRun` nothing is written; the answer shows the change. */
  copyToHost: command({ profile, path, withSecrets: z.boolean(), dryRun: z.boolean() }).gives<HostCopy>(),
  /**
   * Puts servers in hosts' files behind the tap or removes them, like `tap install` and `tap uninstall`; all of them if
   * `servers` is undefined. With `dryRun` nothing is written. Only if `Hello.canTap`.
   */
  changeTaps: command({
    action: z.enum(['install', 'uninstall']),
    servers: hostServers.optional(),
    dryRun: z.boolean(),
  }).gives<readonly TappedFile[]>(),
} as const;

export type ProfileForm = z.infer<typeof profileFormSchema>;

/** A profile with its command as one line. */
export type SavedProfile = Profile & { readonly commandLine: string };

export type SavedProfiles = {
  readonly profiles: readonly SavedProfile[];
  /** Where secret values are stored, in a sentence. */
  readonly secretsNote: string;
  readonly problems: readonly string[];
};

/** A server in another host's file, for display. Values of variables stay with the host. */
export type FoundServer = Omit<HostServer, 'run'> & {
  /** The whole command, variables as written; empty if it is not a process. */
  readonly commandLine: string;
  readonly cwd: string;
  readonly envNames: readonly string[];
  /** Why it cannot be imported, in a sentence; empty if it can. */
  readonly unsupported: string;
  readonly inputs: readonly HostInput[];
};

export type FoundFile = Omit<HostTarget, 'exists'> & {
  readonly servers: readonly FoundServer[];
  readonly problems: readonly HostProblem[];
};

export type HostTarget = {
  readonly host: HostId;
  readonly hostName: string;
  readonly path: string;
  readonly scope: 'user' | 'project';
  readonly exists: boolean;
};

export type HostCopy = {
  /** The difference between the file before and after; empty for none. */
  readonly change: readonly LineChange[];
  /** The backup of the earlier file; empty if there was none, or nothing was written. */
  readonly backup: string;
  readonly notes: readonly string[];
};

/** The change to a file with a host's servers, made or planned. */
export type TappedFile = Omit<HostTarget, 'exists'> & {
  readonly changes: readonly TappedServer[];
  /** Servers that stay unchanged, each with a sentence for the reason. */
  readonly left: readonly { readonly name: string; readonly reason: string }[];
  /** Why the file is unchanged, as a sentence; empty if it is not. */
  readonly problem: string;
  /** The backup of the earlier file; empty if nothing was written. */
  readonly backup: string;
};

/** A server in a host's file, with its command line before and after the change. */
export type TappedServer = Pick<FoundServer, 'name' | 'at' | 'project'> & {
  readonly before: string;
  readonly after: string;
  /** A command line that must be left running because no agent starts it; empty for none. */
  readonly start: string;
};

export type ImportedProfiles = {
  readonly profiles: readonly SavedProfile[];
  readonly notes: readonly string[];
};

/** Changes in the project folder's `.mcp.json`: names of servers. */
export type ProjectNews = {
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
};
