/** How an exchange ended, or why a frame fits none. The words are those of the screen. */
export type Outcome =
  | 'pending'
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
