import { homedir, hostname, tmpdir, userInfo } from 'node:os';

/** What a recording may not say of the machine that made it, and what it says instead. */
export class NeutralText {
  readonly #replacements: readonly (readonly [found: string, neutral: string])[];

  /** `places` are folders with their neutral names, the longest first. */
  constructor(places: readonly (readonly [folder: string, neutral: string])[]) {
    this.#replacements = [...places, [process.execPath, 'node']];
  }

  /** The text with neutral names; throws if it still gives something of the machine away. */
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
