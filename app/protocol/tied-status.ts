/** The HTTP statuses that errors of 2026-07-28 come with (basic/transports, "Status codes"), by their codes. */
const TIED: ReadonlyMap<string, number> = new Map([
  ['-32601', 404],
  ['-32020', 400],
  ['-32021', 400],
  ['-32022', 400],
]);

/** The status that an error with this code comes with; undefined for any other code. */
export function tiedStatus(codeText: string): number | undefined {
  return TIED.get(codeText);
}

/** True for an error that answers the one request of its exchange under whatever id. */
export function isTiedCode(status: number, codeText: string): boolean {
  return tiedStatus(codeText) === status;
}
