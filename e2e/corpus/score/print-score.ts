import { byName, median, precision, recall, share } from './figures.ts';
import type { Half } from './labels.ts';
import type { Miss, Score, Share, Tally } from './score.ts';

/** The figures of a half as lines of text. */
export function printedScore(half: Half, score: Score): string[] {
  const { recordings, labels, traps, violations, rules, sdks } = score;
  const vocabularies = `${ofShare(score.vocabularies)} right or none, ${ofShare(score.vocabulariesFound)} found`;
  return [
    `${half}: ${recordings} recordings, ${labels} labels, ${traps.of} traps`,
    `  tiers         ${ofShare(score.tiers)}`,
    `  HTTP places   ${ofShare(score.wheres)}`,
    `  codes         ${ofShare(score.codes)}`,
    `  who must act  ${ofShare(score.sides)}`,
    `  actors        ${ofShare(score.actors)}, in ${score.recordingsWithSentences} recordings`,
    `  causes        ${ofShare(score.causes)}; right or unknown ${ofShare(score.causesOrUnknown)}`,
    `  actor traps   ${ofShare(score.trapActors)} accuse nobody wrongly`,
    `  vocabularies  ${vocabularies}`,
    `  traps         ${ofShare(traps)} left alone`,
    `  violations    ${ofTally(violations)}`,
    `  findings      ${median(score.findingsPer100).toFixed(1)} per 100 frames (median of the recordings)`,
    '  by SDK',
    ...byName(sdks).map(
      ([id, sdk]) =>
        `    ${id.padEnd(22)} tiers ${ofShare(sdk.tiers)}; violations ${ofTally(sdk.violations)}`,
    ),
    '  by rule',
    ...byName(rules).map(([id, tally]) => `    ${id}  ${ofTally(tally)}`),
  ];
}

/** One line for every deviation from the labels. */
export function printedMisses(misses: readonly Miss[]): string[] {
  return misses.map(({ recording, seq, what, kind, detail, isTrap }) => {
    const place = `${recording}:${seq}`.padEnd(48);
    return `${place} ${kind.padEnd(12)} ${detail}  (${what}${isTrap ? ', a trap' : ''})`;
  });
}

function ofShare(counted: Share): string {
  return `${percent(share(counted))} (${counted.right} of ${counted.of})`;
}

function ofTally(tally: Tally): string {
  const { right, said, due } = tally;
  return `precision ${percent(precision(tally))} (${right} of ${said}), recall ${percent(recall(tally))} (of ${due})`;
}

function percent(value: number | undefined): string {
  return value === undefined ? 'none' : `${(value * 100).toFixed(1)} %`;
}
