// Echoes every byte, after a greeting on stderr; ends with 3 when its stdin ends.
process.stderr.write('echo is here\n');
process.stdin.pipe(process.stdout);
process.stdin.on('end', () => {
  process.exitCode = 3;
});
