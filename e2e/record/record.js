// Records real servers: `node e2e/record/record.js [family …]`. By default all of them.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const script = fileURLToPath(new URL('./record-families.ts', import.meta.url));
const { module } = await runnerImport(script, { configFile: false, logLevel: 'error' });
process.exitCode = await module.recordFamilies(process.argv.slice(2));
