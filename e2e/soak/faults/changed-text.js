// Replaces a text in the built program, as the self-test specifies.
import { register } from 'node:module';

const hooks = `
  const { from, to } = JSON.parse(process.env.TIERSCOPE_SOAK_CHANGE);
  export async function load(url, context, next) {
    const loaded = await next(url, context);
    if (!url.includes('/dist/main/') || loaded.source == null) return loaded;
    return { ...loaded, source: new TextDecoder().decode(loaded.source).replaceAll(from, () => to) };
  }
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
