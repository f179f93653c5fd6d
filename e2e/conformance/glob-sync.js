// The suite imports `globSync`, which Node has since version 22, for commands other than the one used here.
import * as fs from 'node:fs';
import { register } from 'node:module';

const hooks = `
const SHIM = 'tierscope:fs';
export async function resolve(name, context, next) {
  const wanted = name === 'fs' && context.parentURL?.includes('/conformance/') === true;
  return wanted ? { url: SHIM, shortCircuit: true } : next(name, context);
}
export async function load(url, context, next) {
  if (url !== SHIM) return next(url, context);
  const source = "export * from 'node:fs'; export { default } from 'node:fs';" +
    "export function globSync() { throw new Error('globSync needs Node 22'); }";
  return { format: 'module', shortCircuit: true, source };
}`;

if (!('globSync' in fs)) register(`data:text/javascript,${encodeURIComponent(hooks)}`);
