// `npm run corpus`: what is said of recordings of real servers, against what a person wrote down.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const script = fileURLToPath(new URL('./run-corpus.ts', import.meta.url));
const { module } = await runnerImport(script, { configFile: false, logLevel: 'error' });
process.exitCode = module.runCorpus(process.argv.slice(2));
