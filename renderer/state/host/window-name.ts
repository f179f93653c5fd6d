/** The name of this window among those of one host; changes with each load of the page. */
export const WINDOW = crypto.getRandomValues(new Uint32Array(2)).join('-');
