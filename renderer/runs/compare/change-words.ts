import type { Change } from '../../../app/compare/change.ts';
import { durationWords } from '../../ui/format/duration-words.ts';

/** A change in a few words; empty where the two ends of the row say it already. */
export function changeWords(change: Change): string {
  switch (change.kind) {
    case 'tier':
    case 'outcome':
    case 'code':
      return '';
    case 'message':
      return 'message';
    case 'result':
      return 'result';
    case 'latency':
      return `${durationWords(change.before)} → ${durationWords(change.after)}`;
    case 'findings':
      return [
        change.gained.length === 0 ? '' : `+${change.gained.length} ${plural(change.gained.length)}`,
        change.lost.length === 0 ? '' : `−${change.lost.length} ${plural(change.lost.length)}`,
      ]
        .filter((part) => part !== '')
        .join(' ');
  }
}

function plural(count: number): string {
  return count === 1 ? 'finding' : 'findings';
}
