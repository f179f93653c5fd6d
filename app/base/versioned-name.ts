/** "weather 1.2.0"; only the name if the version is unknown. */
export function versionedName({
  name,
  version,
}: {
  readonly name: string;
  readonly version: string;
}): string {
  return version === '' ? name : `${name} ${version}`;
}
