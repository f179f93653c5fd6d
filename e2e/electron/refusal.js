// The stand-in refuses what it does not know, so that no test passes because of a member without effect.
import { EventEmitter } from 'node:events';

/** @param {string} member @returns {Error} */
export function refusal(member) {
  return new Error(
    `The stand-in of Electron has no ${member}. Build it in e2e/electron as Electron documents it, or do without.`,
  );
}

/**
 * The object, but reading a missing member throws. Symbols, and what `await` looks for, are simply absent.
 * @template {object} T @param {string} name @param {T} known @returns {T}
 */
export function refusing(name, known) {
  return new Proxy(known, {
    get(target, member) {
      if (!(member in target) && typeof member !== 'symbol' && !ABSENT.has(member)) {
        throw refusal(`${name}.${member}`);
      }
      const value = Reflect.get(target, member, target);
      // A method needs the private members of its own object, which this proxy does not have.
      return typeof value === 'function' && value.prototype === undefined ? value.bind(target) : value;
    },
  });
}

/** Read from any value by `await`, the inspector and assertions. */
const ABSENT = new Set(['then', 'toJSON', 'asymmetricMatch', 'nodeType', '$$typeof', 'constructor']);

/** An emitter that refuses listeners for events that it never emits: they would wait forever. */
export class KnownEvents extends EventEmitter {
  /** @param {string} name @param {readonly string[] | null} events null if any name is one */
  constructor(name, events) {
    super();
    if (events === null) return;
    // Node reports every listener, whichever method adds it.
    super.on('newListener', (event) => {
      if (typeof event !== 'symbol' && event !== 'removeListener' && !events.includes(event)) {
        throw refusal(`event "${event}" of ${name}`);
      }
    });
  }
}

/**
 * Electron's event object: `preventDefault` prevents the default action.
 * @template {object} T @param {T} [details]
 */
export function preventable(details) {
  const event = Object.assign(
    {
      defaultPrevented: false,
      preventDefault() {
        event.defaultPrevented = true;
      },
    },
    details,
  );
  return event;
}
