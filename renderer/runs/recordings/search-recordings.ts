import type { RecordingFile } from '../../../app/contract/commands.ts';
import type { RecordingFacts } from '../../../app/contract/recording-commands.ts';

/** The recordings that hold every word of the text in their name, label, server or date. */
export function searchRecordings(
  files: readonly RecordingFile[],
  factsOf: (name: string) => RecordingFacts | undefined,
  text: string,
): RecordingFile[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return files.filter((file) => {
    const facts = factsOf(file.name);
    const told = facts === undefined ? '' : `${facts.label} ${facts.server} ${facts.startedAt}`;
    const haystack = `${file.name} ${told}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

/** The words of a recording's file name: without its date and its ending. */
export function recordingTitle(name: string): string {
  return name.replace(/\.tierscope\.jsonl$/, '').replace(/^\d{8}-\d{6}-/, '');
}
