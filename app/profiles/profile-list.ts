import type { Profile } from './profile.ts';

/** The list with one profile at another place; places run from 0, and one beyond the end is the end. */
export function movedProfile(profiles: readonly Profile[], id: string, to: number): readonly Profile[] {
  const moved = profiles.find((profile) => profile.id === id);
  if (moved === undefined) return profiles;
  const others = profiles.filter((profile) => profile !== moved);
  const place = Math.max(0, Math.min(to, others.length));
  return [...others.slice(0, place), moved, ...others.slice(place)];
}

/** The profiles that have every word of `text` in their name, command, arguments or folder. */
export function searchedProfiles(profiles: readonly Profile[], text: string): readonly Profile[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return profiles.filter((profile) => {
    const { name, command, args, cwd } = profile;
    const haystack = [name, command, ...args, cwd].join('\n').toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

/** A name that no profile has: "x", else "x copy", "x copy 2" and on. */
export function freeName(profiles: readonly Profile[], name: string): string {
  const taken = new Set(profiles.map((profile) => profile.name));
  if (!taken.has(name)) return name;
  const stem = `${name.replace(/ copy(?: \d+)?$/, '').slice(0, 180)} copy`;
  for (let count = 1; ; count += 1) {
    const wanted = count === 1 ? stem : `${stem} ${count}`;
    if (!taken.has(wanted)) return wanted;
  }
}
