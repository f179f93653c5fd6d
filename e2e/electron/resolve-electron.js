// A hook of Node's module loader: `electron` resolves to the stand-in.
const MODULE = new URL('./module.js', import.meta.url).href;

/** @type {import('node:module').ResolveHook} */
export const resolve = (specifier, context, next) =>
  specifier === 'electron' ? { url: MODULE, shortCircuit: true } : next(specifier, context);
