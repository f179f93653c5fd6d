// `npm start`: builds what is stale, then runs the program with the arguments given.
import { buildWhatIsStale } from './build.js';

if (buildWhatIsStale()) await import(new URL('../../dist/main/cli.js', import.meta.url).href);
else process.exitCode = 3;
