/** How an exchange ended, or why a frame fits none. The words are those of the screen. */
export type Outcome =
  | 'pending'
  /** An acknowledged subscription: open by its nature, and nobody waits for its answer. */
  | 'listening'
  | 'ok'
  | 'tool error'
  | 'protocol error'
  | 'timed out'
  | 'cancelled'
  | 'late'
  | 'rejected by the client'
  | 'lost'
  | 'orphan'
  | 'duplicate'
  | 'malformed';

/** True while nothing has ended the exchange. */
export function isOpen(outcome: Outcome | ''): boolean {
  return outcome === 'pending' || outcome === 'listening';
}
