import type { ForeignFormatName } from '../../../recording/import/formats.ts';

type Tier = 'tool' | 'protocol' | 'client' | 'transport';

/** A log as the host of a public issue wrote it, shortened, with made-up names, and what is right to say of it. */
export type SampleFile = {
  readonly name: string;
  /** The issue whose log shows this layout and these sentences. */
  readonly source: string;
  readonly format: ForeignFormatName;
  readonly text: string;
  /** Every error of it: its session, its tier, and something of its words. Each must be there, and no other. */
  readonly errors: readonly (readonly [session: string, tier: Tier, like: RegExp])[];
  /** Who may have to act. */
  readonly acts?: readonly string[];
  /** The rules that may speak. */
  readonly findings?: readonly string[];
};

const GITHUB = 'https://github.com/';

/** A file by the issue that it is from, written `owner/name#number`. */
export function hostFile(
  issue: string,
  format: ForeignFormatName,
  text: string,
  errors: SampleFile['errors'],
  more: Pick<SampleFile, 'acts' | 'findings'> = {},
): SampleFile {
  return {
    name: issue,
    source: GITHUB + issue.replace('#', '/issues/'),
    format,
    text: text.replace(/^\n/, ''),
    errors,
    ...more,
  };
}
