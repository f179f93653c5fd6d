import file from './host-eras.json' with { type: 'json' };

/** Which revisions a version of a host speaks, and who says so. */
export type HostEra = {
  readonly id: string;
  readonly name: string;
  /** The version whose source was read, or that somebody reported; empty if nobody says. */
  readonly version: string;
  /** The revision that it asks for in `initialize`. */
  readonly asks: string;
  /** The revisions that it goes on with if the server answers one of them; null if no source says. */
  readonly accepts: readonly string[] | null;
  /** True if it asks `server/discover` first. */
  readonly discovers: boolean;
  readonly evidence: string;
  readonly source: string;
  /** The date of the source. */
  readonly asOf: string;
};

/** From which version on the servers of an SDK, by its vocabulary, serve 2026-07-28. */
export type SdkEra = {
  readonly vocabulary: string;
  readonly package: string;
  /** Null if no release does, up to the one that `read` names. */
  readonly since: string | null;
  readonly read?: string;
  /** What else the author does for it. */
  readonly how?: string;
  readonly source: string;
};

/** Oldest first for each host. */
export const HOST_ERAS: readonly HostEra[] = file.hosts;
export const SDK_ERAS: readonly SdkEra[] = file.servers;
