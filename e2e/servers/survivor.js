// Reports signals on stderr, and ends with 9 at SIGTERM. When its stdin ends, it first writes a file.
import { writeFileSync } from 'node:fs';

const [file = ''] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGUSR2', 'SIGHUP']) {
  process.on(signal, () => process.stderr.write(`got ${signal}\n`));
}
process.on('SIGTERM', () => process.exit(9));
process.stdin.resume().on('end', () => writeFileSync(file, 'alive'));
setInterval(() => undefined, 1000);
process.stderr.write(`pid ${process.pid}\n`);
