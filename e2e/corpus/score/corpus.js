// `npm run corpus`: compares the analysis of real recordings with a person's labels.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const script = fileURLToPath(new URL('./run-corpus.ts', import.meta.url));
const { module } = await runnerImport(script, { configFile: false, logLevel: 'error' });
process.exitCode = module.runCorpus(process.argv.slice(2));
