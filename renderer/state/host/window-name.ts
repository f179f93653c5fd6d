/** The name of this window among those on one host, other after each load of the page. */
export const WINDOW = crypto.getRandomValues(new Uint32Array(2)).join('-');
