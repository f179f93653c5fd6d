import { z } from 'zod';
import type { HostId, HostInput, HostProblem } from '../hosts/host.ts';
import type { LineChange } from '../hosts/line-change.ts';
import { type Profile, profileDraftSchema } from '../hosts/profiles/profile.ts';
import { MAX_PROFILE_CHARS } from '../hosts/profiles/profile-limits.ts';
import { command, path, session, windowName } from './command.ts';

const profile = z.string().min(1).max(64);
const { env, ...fields } = profileDraftSchema.shape;

/** A profile as a form has it: the command as one line, which the host splits. */
const profileFormSchema = z
  .strictObject({
    ...fields,
    env,
    commandLine: z.string().trim().min(1).max(32_768),
  })
  .omit({ command: true, args: true });

/** Values of secret variables by name: null takes a value away, a name that is left out keeps its value. */
const secrets = z.record(z.string().min(1).max(256), z.string().max(65_536).nullable());

export const PROFILE_COMMANDS = {
  listProfiles: command({}).gives<SavedProfiles>(),
  createProfile: command({ form: profileFormSchema, secrets }).gives<SavedProfile>(),
  editProfile: command({ profile, form: profileFormSchema, secrets }).gives<SavedProfile>(),
  duplicateProfile: command({ profile }).gives<SavedProfile>(),
  deleteProfile: command({ profile }).gives<null>(),
  undoDeleteProfile: command({}).gives<SavedProfile>(),
  /** To a place in the whole list, from 0. */
  moveProfile: command({ profile, to: z.number().int().min(0).max(100_000) }).gives<null>(),
  saveSession: command({ session, name: fields.name.optional() }).gives<SavedProfile>(),
  /** Starts the server of a profile in a tab of its own; one out of a file only if its user has `seen` the command. */
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

/** The commands on the configuration files of other hosts. None of them starts anything. */
export const HOST_FILE_COMMANDS = {
  discoverHosts: command({}).gives<readonly FoundFile[]>(),
  importFromHost: command({
    servers: hostServers,
    answers: z.record(z.string(), z.string()),
    /** Whether a profile of the same name is changed; otherwise each server becomes a new profile. */
    update: z.boolean(),
  }).gives<ImportedProfiles>(),
  listHostFiles: command({}).gives<readonly HostTarget[]>(),
  /** With `dryRun` nothing is written; the answer shows the change. */
  copyToHost: command({ profile, path, withSecrets: z.boolean(), dryRun: z.boolean() }).gives<HostCopy>(),
  /**
   * Puts servers in hosts' files behind the tap or takes them out, as `tap install` and `tap uninstall` do; all of them
   * without `servers`. With `dryRun` nothing is written. Only if `Hello.canTap`.
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
  /** Where secret values are kept, in a sentence. */
  readonly secretsNote: string;
  readonly problems: readonly string[];
};

/** A server of another host's file, to look at. Values of variables stay with the host. */
export type FoundServer = {
  readonly name: string;
  readonly at: readonly string[];
  readonly line: number;
  /** The project that the entry is for; empty for all. */
  readonly project: string;
  readonly disabled: boolean;
  /** The whole command, variables as written; empty if it is not a process. */
  readonly commandLine: string;
  readonly cwd: string;
  readonly envNames: readonly string[];
  /** Why it cannot be taken over, in a sentence; empty if it can. */
  readonly unsupported: string;
  readonly inputs: readonly HostInput[];
};

export type FoundFile = {
  readonly host: HostId;
  readonly hostName: string;
  readonly path: string;
  readonly scope: 'user' | 'project';
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
  /** What differs between the file before and after; empty if nothing does. */
  readonly change: readonly LineChange[];
  /** The earlier file beside it; empty if there was none, or nothing was written. */
  readonly backup: string;
  readonly notes: readonly string[];
};

/** What a file of a host's servers is changed to, or would be. */
export type TappedFile = Omit<HostTarget, 'exists'> & {
  readonly changes: readonly TappedServer[];
  /** Servers that stay as they are, with the reason as a sentence. */
  readonly left: readonly { readonly name: string; readonly reason: string }[];
  /** Why the file is unchanged, as a sentence; empty if it is not. */
  readonly problem: string;
  /** The earlier file beside it; empty if nothing was written. */
  readonly backup: string;
};

/** A server of a host's file, with its command line before and after the change. */
export type TappedServer = Pick<FoundServer, 'name' | 'at' | 'project'> & {
  readonly before: string;
  readonly after: string;
  /** The command line that has to be left running, since no agent starts it; empty for none. */
  readonly start: string;
};

export type ImportedProfiles = {
  readonly profiles: readonly SavedProfile[];
  readonly notes: readonly string[];
};

/** What is new in the `.mcp.json` of the project folder: names of servers. */
export type ProjectNews = {
  readonly path: string;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
};
