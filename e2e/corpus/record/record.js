// Records real servers through the tap: `node e2e/corpus/record/record.js <plan.json> …`, after `npm run build`.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const script = fileURLToPath(new URL('./record-plans.ts', import.meta.url));
const { module } = await runnerImport(script, { configFile: false, logLevel: 'error' });
process.exitCode = await module.recordPlans(process.argv.slice(2));
