/** Returns the name, with a number appended if it is taken, and marks it as taken. */
export function uniqueName(wanted: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const unique = number === 1 ? wanted : `${wanted} (${number})`;
    if (taken.has(unique)) continue;
    taken.add(unique);
    return unique;
  }
}
