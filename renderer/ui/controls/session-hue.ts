/** Ten colours that can be told apart, and that keep away from the red and the amber of the tiers. */
const HUES = [214, 150, 320, 88, 258, 184, 295, 120, 236, 168];

/** A hue by the number of the session's tab, so that it keeps its colour while others come and go. */
export function sessionHue(session: string): number {
  const number = Number(/\d+$/.exec(session)?.[0] ?? 1);
  return HUES[(number - 1) % HUES.length] ?? 214;
}
