import { homedir, hostname, tmpdir, userInfo } from 'node:os';

/** Replaces what would identify the recording machine. */
export class NeutralText {
  readonly #replacements: readonly (readonly [found: string, neutral: string])[];

  /** `places` are folders with their neutral names, longest first. */
  constructor(places: readonly (readonly [folder: string, neutral: string])[]) {
    this.#replacements = [...places, [process.execPath, 'node']];
  }

  /** The text with neutral names; throws if it still reveals something about the machine. */
  of(text: string): string {
    let neutral = text;
    for (const [found, instead] of this.#replacements) neutral = neutral.replaceAll(found, instead);
    for (const word of [homedir(), tmpdir(), hostname(), `/${userInfo().username}/`]) {
      if (neutral.includes(word))
        throw new Error(`the recording would hold ${word}: ${neutral.slice(0, 500)}`);
    }
    return neutral;
  }
}
