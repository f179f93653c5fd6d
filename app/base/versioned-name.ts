/** "weather 1.2.0"; the name alone if no version is known. */
export function versionedName({
  name,
  version,
}: {
  readonly name: string;
  readonly version: string;
}): string {
  return version === '' ? name : `${name} ${version}`;
}
