import { useEffect, useState } from 'react';

/** So many rows of a table or a tree are laid out and painted within one picture. */
const ROWS_A_PICTURE = 30;

/**
 * How many of `total` rows are to be drawn by now: a long list that is new comes over some pictures, since all of it
 * at once would hold the page. What is added to it later is drawn at once.
 */
export function useDrawnCount(total: number): number {
  const [drawn, setDrawn] = useState(total > ROWS_A_PICTURE ? ROWS_A_PICTURE : Number.POSITIVE_INFINITY);
  useEffect(() => {
    if (drawn === Number.POSITIVE_INFINITY) return;
    const next = drawn + ROWS_A_PICTURE;
    const draw = () => setDrawn(next < total ? next : Number.POSITIVE_INFINITY);
    const picture = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(picture);
  }, [drawn, total]);
  return Math.min(drawn, total);
}
