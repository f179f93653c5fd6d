import type { ForeignFormatName } from '../../../recording/import/formats.ts';

type Tier = 'tool' | 'protocol' | 'client' | 'transport';

/** A host's log from a public issue, shortened, with made-up names, and the right results. */
export type SampleFile = {
  readonly name: string;
  /** The issue whose log has this layout and these sentences. */
  readonly source: string;
  readonly format: ForeignFormatName;
  readonly text: string;
  /** All of its errors: session, tier, and part of the text. Each must occur, and no other. */
  readonly errors: readonly (readonly [session: string, tier: Tier, like: RegExp])[];
  /** The actors that may have to act. */
  readonly acts?: readonly string[];
  /** The rules that may fire. */
  readonly findings?: readonly string[];
};

const GITHUB = 'https://github.com/';

/** A file by its issue, written `owner/name#number`. */
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
