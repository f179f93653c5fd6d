export type GridState = {
  /** How many rows there are to scroll through. */
  readonly rows: number;
  /** How many records there are, hidden ones included. */
  readonly total: number;
  readonly hidden: number;
  readonly dropped: number;
  readonly following: boolean;
  /** The DOM id of the selected row, where it is drawn. */
  readonly drawn: string | undefined;
};

/** What the grid of a log tells assistive technology and the screen contract, for one session or for all. */
export function gridAttributes({ rows, total, hidden, dropped, following, drawn }: GridState) {
  return {
    'aria-label': 'Frame log',
    'aria-multiselectable': true,
    'aria-rowcount': rows,
    'aria-activedescendant': drawn,
    'data-frame-total': total,
    'data-hidden': hidden,
    'data-dropped': dropped,
    'data-following': following,
  } as const;
}
