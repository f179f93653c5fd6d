// Electron's command line: switches, the app's script, and the app's own arguments.

/** Chromium switches that may precede the script. */
const KNOWN =
  /^--(?:no-sandbox|no-zygote|remote-debugging-port=\d+|force-prefers-reduced-motion|disable-gpu|password-store=(?:basic|gnome-libsecret))$/;

/**
 * Electron passes `inspect` on to Node (page "Command-line switches").
 * @param {readonly string[]} [typed] what comes after the program
 */
export function ownSwitches(typed = process.argv.slice(1)) {
  const at = typed.findIndex((one) => !one.startsWith('--'));
  if (at < 0) throw new Error('The stand-in of Electron needs the script of an app.');
  /** @type {string[]} */
  const chromium = [];
  let inspect = false;
  for (const one of typed.slice(0, at)) {
    if (one === '--inspect=0') inspect = true;
    else if (KNOWN.test(one)) chromium.push(one);
    else throw new Error(`The stand-in of Electron does not know the switch ${one}.`);
  }
  if (chromium.includes('--no-zygote') && !chromium.includes('--no-sandbox')) {
    throw new Error('Chromium refuses --no-zygote without --no-sandbox.');
  }
  return { chromium, inspect, script: typed[at] ?? '' };
}
