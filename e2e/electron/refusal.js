// What the stand-in does not know it refuses, so that no test passes on a member that does nothing.
import { EventEmitter } from 'node:events';

/** @param {string} member @returns {Error} */
export function refusal(member) {
  return new Error(
    `The stand-in of Electron has no ${member}. Build it in e2e/electron as Electron documents it, or do without.`,
  );
}

/**
 * The object, whose missing members throw when they are read. Symbols, and what `await` looks for, are just absent.
 * @template {object} T @param {string} name @param {T} known @returns {T}
 */
export function refusing(name, known) {
  return new Proxy(known, {
    get(target, member) {
      if (!(member in target) && typeof member !== 'symbol' && !ABSENT.has(member)) {
        throw refusal(`${name}.${member}`);
      }
      const value = Reflect.get(target, member, target);
      // A method reaches the private members of its own object, not of this cover.
      return typeof value === 'function' && value.prototype === undefined ? value.bind(target) : value;
    },
  });
}

/** Asked of any value by `await`, by the inspector and by assertions. */
const ABSENT = new Set(['then', 'toJSON', 'asymmetricMatch', 'nodeType', '$$typeof', 'constructor']);

/** An emitter that refuses listeners of events that it never emits: they would wait in vain. */
export class KnownEvents extends EventEmitter {
  /** @param {string} name @param {readonly string[] | null} events null if any name is one */
  constructor(name, events) {
    super();
    if (events === null) return;
    // Node tells of every listener, whichever method adds it.
    super.on('newListener', (event) => {
      if (typeof event !== 'symbol' && event !== 'removeListener' && !events.includes(event)) {
        throw refusal(`event "${event}" of ${name}`);
      }
    });
  }
}

/**
 * Electron's event object: `preventDefault` keeps the default from happening.
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
