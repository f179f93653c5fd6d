/** The HTTP statuses that 2026-07-28 assigns to error codes (basic/transports, "Status codes"). */
const TIED: ReadonlyMap<string, number> = new Map([
  ['-32601', 404],
  ['-32020', 400],
  ['-32021', 400],
  ['-32022', 400],
]);

/** The HTTP status for an error code; undefined for any other code. */
export function tiedStatus(codeText: string): number | undefined {
  return TIED.get(codeText);
}

/** True if the status is the one for this code, so the error answers its HTTP exchange whatever its id is. */
export function isTiedCode(status: number, codeText: string): boolean {
  return tiedStatus(codeText) === status;
}
