/** The name, with a number behind it if it is taken; it is taken from then on. */
export function uniqueName(wanted: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const unique = number === 1 ? wanted : `${wanted} (${number})`;
    if (taken.has(unique)) continue;
    taken.add(unique);
    return unique;
  }
}
