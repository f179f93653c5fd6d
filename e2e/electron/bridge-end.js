/**
 * The page's end of `contextBridge`, after Electron's page "contextBridge": creates in the page's own world what the
 * preload exposes. The worlds share the document but no objects; an event carries a structured clone from one to the
 * other before `dispatchEvent` returns. Runs before any script of the page, as source text, so it must not refer to
 * anything outside.
 * @param {string} secret the name of the events, which the page cannot know
 */
export function bridgeEnd(secret) {
  const dispatch = window.dispatchEvent.bind(window);
  const listen = window.addEventListener.bind(window);
  const CloneEvent = CustomEvent;
  /** @type {{ value?: unknown, error?: string } | undefined} */
  let answer;
  listen(`${secret}:answer`, (event) => {
    answer = /** @type {CustomEvent} */ (event).detail;
  });

  /** @param {any} shape @returns {unknown} */
  const made = (shape) => {
    if (shape.kind === 'value') return shape.value;
    if (shape.kind === 'function') return (/** @type {unknown[]} */ ...args) => called(shape.id, args);
    const members = Object.entries(shape.members).map(([name, member]) => [name, made(member)]);
    return Object.freeze(
      shape.kind === 'array' ? members.map(([, one]) => one) : Object.fromEntries(members),
    );
  };

  /** @param {number} id @param {unknown[]} args */
  const called = (id, args) => {
    if (args.some((one) => typeof one === 'function')) {
      throw new Error('The stand-in of Electron carries no function to the preload.');
    }
    answer = undefined;
    dispatch(new CloneEvent(`${secret}:call`, { detail: { id, args } }));
    const given = /** @type {{ value?: unknown, error?: string } | undefined} */ (answer);
    if (given === undefined) throw new Error('An object could not be cloned.');
    if (given.error !== undefined) throw new Error(given.error);
    return given.value;
  };

  listen(`${secret}:expose`, (event) => {
    const { name, shape } = /** @type {CustomEvent} */ (event).detail;
    Object.defineProperty(window, name, { value: made(shape), enumerable: true });
  });
  // The preload asks, since it must throw itself.
  listen(`${secret}:has`, (event) => {
    const isThere = Object.hasOwn(window, /** @type {CustomEvent} */ (event).detail);
    dispatch(new CloneEvent(`${secret}:has-answer`, { detail: isThere }));
  });
}
