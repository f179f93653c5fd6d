// What a page may load: Chromium asks here for every address of the app and every document. Events follow the order in
// Electron's page "webContents": only what the page itself starts can be prevented.

/** @typedef {import('./chromium.js').Session} Session */
/**
 * @typedef {{
 *   mainFrameId: string,
 *   wants: (name: 'will-navigate' | 'will-frame-navigate' | 'will-redirect', details: object) => boolean,
 *   frame: (id: string) => unknown,
 * }} Gate
 */

export class Navigation {
  #page;
  #schemes;
  #gate;
  /** The decision on a navigation that the page has started. @type {Map<string, boolean>} */
  #decided = new Map();

  /** @param {Session} page @param {import('./schemes.js').Schemes} schemes @param {Gate} gate */
  constructor(page, schemes, gate) {
    this.#page = page;
    this.#schemes = schemes;
    this.#gate = gate;
    page.on('Page.frameRequestedNavigation', ({ frameId, url, disposition }) => {
      if (disposition === 'currentTab') this.#pageStarts(frameId, url);
    });
    page.on('Fetch.requestPaused', (paused) => void this.#answer(paused));
  }

  start() {
    const patterns = [{ urlPattern: '*', resourceType: 'Document' }, { urlPattern: '*://*.test/*' }];
    return this.#page.send('Fetch.enable', { patterns });
  }

  /** @param {string} frameId @param {string} url */
  #pageStarts(frameId, url) {
    const isWanted = this.#isWanted(frameId, url);
    this.#decided.set(frameId, isWanted);
    // Chromium does not know the app's own addresses as the app writes them.
    const target = this.#schemes.inChromium(url);
    if (isWanted && target !== url) void this.#page.send('Page.navigate', { url: target, frameId });
  }

  /** @param {string} frameId @param {string} url */
  #isWanted(frameId, url) {
    const isMainFrame = frameId === this.#gate.mainFrameId;
    const frame = this.#gate.frame(frameId);
    const details = {
      url: this.#schemes.inApp(url),
      isMainFrame,
      isSameDocument: false,
      frame,
      initiator: frame,
    };
    if (!this.#gate.wants('will-frame-navigate', details)) return false;
    return !isMainFrame || this.#gate.wants('will-navigate', details);
  }

  /** @param {any} paused */
  async #answer({ requestId, request, resourceType, frameId, redirectedRequestId }) {
    const page = this.#page;
    try {
      if (
        resourceType === 'Document' &&
        !this.#mayLoad(frameId, request.url, redirectedRequestId !== undefined)
      ) {
        await page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
        return;
      }
      const answer = await this.#schemes.answer(request);
      if (answer === undefined) await page.send('Fetch.continueRequest', { requestId });
      else if (answer.type === 'error')
        await page.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
      else await page.send('Fetch.fulfillRequest', { requestId, ...(await fulfilled(answer)) });
    } catch (fault) {
      // A handler that throws means a missing page (page "protocol"); it may also ask and then leave.
      await page.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }).catch(() => undefined);
      if (!String(fault).includes('Invalid InterceptionId')) process.stderr.write(`${fault}\n`);
    }
  }

  /** @param {string} frameId @param {string} url @param {boolean} isRedirect */
  #mayLoad(frameId, url, isRedirect) {
    if (isRedirect) {
      const isMainFrame = frameId === this.#gate.mainFrameId;
      return this.#gate.wants('will-redirect', {
        url: this.#schemes.inApp(url),
        isMainFrame,
        isSameDocument: false,
      });
    }
    const decided = this.#decided.get(frameId);
    this.#decided.delete(frameId);
    if (decided !== undefined) return decided;
    // The host starts navigations of the main frame without the page; those of an inner frame are always the page's.
    return frameId === this.#gate.mainFrameId || this.#isWanted(frameId, url);
  }
}

/** @param {Response} answer */
async function fulfilled(answer) {
  const body = Buffer.from(await answer.arrayBuffer()).toString('base64');
  const responseHeaders = [...answer.headers].map(([name, value]) => ({ name, value }));
  return { responseCode: answer.status, responseHeaders, body };
}
