/**
 * Structured clones as text, for text-only channels. Every object has one place in a flat list, so that depth costs no
 * stack and shared objects stay shared. Used in Node and, as source text, in the page: it must not refer to anything
 * outside.
 * `encode` takes the output of `structuredClone` (Node) or of a message (page), and throws Electron's own sentence for
 * what a MessagePort of Electron cannot carry.
 */
export function cloneCodec() {
  const VIEWS = new Map(
    [
      Int8Array,
      Uint8Array,
      Uint8ClampedArray,
      Int16Array,
      Uint16Array,
      Int32Array,
      Uint32Array,
      Float32Array,
      Float64Array,
      BigInt64Array,
      BigUint64Array,
    ].map((View) => [View.name, View]),
  );
  const ERRORS = new Map(
    [Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map((Kind) => [
      Kind.name,
      Kind,
    ]),
  );

  /** @param {Uint8Array} bytes */
  function base64(bytes) {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  }

  /** @param {string} text */
  function bytesOf(text) {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  }

  /** @param {unknown} root @returns {string} */
  function encode(root) {
    /** @type {unknown[]} */
    const table = [];
    /** @type {Map<object, number>} */
    const places = new Map();
    /** @type {object[]} */
    const objects = [];
    /** The representation of a value: itself, or a list with a tag. @param {unknown} value @returns {unknown} */
    const cell = (value) => {
      switch (typeof value) {
        case 'string':
        case 'boolean':
          return value;
        case 'number':
          return Number.isFinite(value) && !Object.is(value, -0)
            ? value
            : ['n', Object.is(value, -0) ? '-0' : String(value)];
        case 'undefined':
          return ['u'];
        case 'bigint':
          return ['i', String(value)];
        case 'object': {
          if (value === null) return null;
          let place = places.get(value);
          if (place === undefined) {
            place = objects.length;
            places.set(value, place);
            objects.push(value);
          }
          return ['@', place];
        }
        default:
          throw new Error('An object could not be cloned.');
      }
    };
    const start = cell(root);
    for (let at = 0; at < objects.length; at += 1) table.push(row(/** @type {object} */ (objects[at]), cell));
    return JSON.stringify([start, table]);
  }

  /** @param {object} value @param {(member: unknown) => unknown} cell @returns {unknown[]} */
  function row(value, cell) {
    if (Array.isArray(value)) {
      // A hole is not undefined.
      const entries = Object.keys(value).map((key) => [key, cell(/** @type {any} */ (value)[key])]);
      const isDense = entries.length === value.length && entries.every(([key], at) => key === String(at));
      return isDense ? ['a', entries.map(([, member]) => member)] : ['h', value.length, entries];
    }
    if (value instanceof Date) return ['d', cell(value.getTime())];
    if (value instanceof RegExp) return ['r', value.source, value.flags];
    if (value instanceof Map) return ['m', [...value].map(([key, member]) => [cell(key), cell(member)])];
    if (value instanceof Set) return ['s', [...value].map(cell)];
    if (value instanceof Error) return ['e', value.name, cell(value.message), cell(value.stack)];
    if (value instanceof ArrayBuffer) return ['b', base64(new Uint8Array(value))];
    if (value instanceof DataView)
      return ['v', 'DataView', cell(value.buffer), value.byteOffset, value.byteLength];
    if (ArrayBuffer.isView(value)) {
      const view = /** @type {Uint8Array} */ (value);
      return ['v', view.constructor.name, cell(view.buffer), view.byteOffset, view.length];
    }
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null)
      throw new Error('An object could not be cloned.');
    return ['o', Object.entries(value).map(([key, member]) => [key, cell(member)])];
  }

  /** @param {string} text @returns {unknown} */
  function decode(text) {
    const [start, table] = JSON.parse(text);
    const objects = table.map(empty);
    /** @param {any} cell */
    const read = (cell) => {
      if (!Array.isArray(cell)) return cell;
      const [tag, rest] = cell;
      if (tag === '@') return objects[rest];
      if (tag === 'u') return undefined;
      return tag === 'i' ? BigInt(rest) : Number(rest);
    };
    // A view is created over its buffer, which may come after it.
    for (const [at, one] of table.entries()) if (one[0] === 'v') objects[at] = viewOf(one, read(one[2]));
    for (const [at, one] of table.entries()) fill(objects[at], one, read);
    return read(start);
  }

  /** @param {any[]} row @param {ArrayBuffer} buffer */
  function viewOf([, name, , offset, length], buffer) {
    if (name === 'DataView') return new DataView(buffer, offset, length);
    const View = VIEWS.get(name);
    return View === undefined ? undefined : new View(buffer, offset, length);
  }

  /** The object of a row, without its members. @param {any[]} row */
  function empty([tag, first, second]) {
    switch (tag) {
      case 'a':
        return [];
      case 'h':
        return new Array(first);
      case 'd':
        return new Date(Array.isArray(first) ? Number.NaN : first);
      case 'r':
        return new RegExp(first, second);
      case 'm':
        return new Map();
      case 's':
        return new Set();
      case 'e':
        return new (ERRORS.get(first) ?? Error)();
      case 'b':
        return bytesOf(first).buffer;
      default:
        return {};
    }
  }

  /** @param {any} object @param {any[]} row @param {(cell: any) => any} read */
  function fill(object, [tag, first, second, third], read) {
    if (tag === 'a') for (const cell of first) object.push(read(cell));
    if (tag === 'h') for (const [key, cell] of second) object[key] = read(cell);
    if (tag === 'm') for (const [key, cell] of first) object.set(read(key), read(cell));
    if (tag === 's') for (const cell of first) object.add(read(cell));
    if (tag === 'e') {
      for (const [key, cell] of [
        ['message', second],
        ['stack', third],
      ]) {
        Object.defineProperty(object, key, { value: read(cell), configurable: true, writable: true });
      }
    }
    if (tag === 'o') {
      for (const [key, cell] of first) {
        // A member may be named `__proto__`.
        Object.defineProperty(object, key, {
          value: read(cell),
          configurable: true,
          enumerable: true,
          writable: true,
        });
      }
    }
  }

  return { encode, decode };
}
