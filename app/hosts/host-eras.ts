import file from './host-eras.json' with { type: 'json' };

/** The revisions that a host version supports, with the source. */
export type HostEra = {
  readonly id: string;
  readonly name: string;
  /** The version whose source was read or that was reported; empty if unknown. */
  readonly version: string;
  /** The revision that it requests in `initialize`. */
  readonly asks: string;
  /** The revisions that it accepts in the server's answer; null if no source says. */
  readonly accepts: readonly string[] | null;
  /** True if it sends `server/discover` first. */
  readonly discovers: boolean;
  readonly evidence: string;
  readonly source: string;
  /** The date of the source. */
  readonly asOf: string;
};

/** The SDK version, by vocabulary, from which servers support 2026-07-28. */
export type SdkEra = {
  readonly vocabulary: string;
  readonly package: string;
  /** Null if no release does, up to the one in `read`. */
  readonly since: string | null;
  readonly read?: string;
  /** What else the author must do for it. */
  readonly how?: string;
  readonly source: string;
};

/** Oldest first for each host. */
export const HOST_ERAS: readonly HostEra[] = file.hosts;
export const SDK_ERAS: readonly SdkEra[] = file.servers;
