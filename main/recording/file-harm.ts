import type { RecordingSink } from './recording-sink.ts';

/** What another program did to a recording while it grew. */
export type FileHarm = 'deleted' | 'renamed or moved' | 'replaced' | 'truncated' | 'overwritten';

/**
 * A changed time without any damage, as a backup leaves it, is looked into this often; from then on only when the
 * file has doubled since, so that all looks together read no more than twice what was written.
 */
const MAX_FALSE_ALARMS = 3;

/** Compares a growing file with what this process wrote to it. */
export class HarmWatch {
  readonly #sink: RecordingSink;
  #size = 0;
  #changed = 0n;
  #falseAlarms = 0;
  #sizeAtAlarm = 0;
  /** True from a change of another program until the file has been looked into. */
  #isTouched = false;

  constructor(sink: RecordingSink) {
    this.#sink = sink;
  }

  /** Takes note of the file after a write of its owner; `bytes` is how many were written. */
  async wrote(bytes: number): Promise<void> {
    this.#size += bytes;
    this.#changed = (await this.#sink.now()).changed;
  }

  /**
   * What was done to the file since; `place` asks for its name as well, which costs as much as a write.
   * `isWhole` reads the file, and is called only if the file changed at an unchanged length.
   */
  async harm(place: boolean, isWhole: () => Promise<boolean>): Promise<FileHarm | undefined> {
    const { size, changed, links } = await this.#sink.now();
    if (place) {
      const found = await this.#sink.place();
      if (found === 'other') return 'replaced';
      if (found === 'none') return links === 0 ? 'deleted' : 'renamed or moved';
    }
    if (size < this.#size) return 'truncated';
    if (size > this.#size) return 'overwritten';
    if (size > 0 && changed !== this.#changed) this.#isTouched = true;
    if (!this.#isTouched) return undefined;
    if (this.#falseAlarms >= MAX_FALSE_ALARMS && size < 2 * this.#sizeAtAlarm) return undefined;
    if (!(await isWhole())) return 'overwritten';
    this.#isTouched = false;
    this.#falseAlarms += 1;
    this.#sizeAtAlarm = size;
    this.#changed = changed;
    return undefined;
  }
}
