/** What a command of the command line writes with. */
export type CommandOutput = {
  /** The app's version. */
  readonly version: string;
  /** Takes what belongs on stdout. */
  readonly write: (text: string) => void;
  /** Takes what belongs on stderr. */
  readonly writeError: (text: string) => void;
};
