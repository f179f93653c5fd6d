// The recorder leaves one record out.
import { atEachWrite, isHost } from './planted.js';

if (isHost) {
  await atEachWrite(async (write, bytes) => {
    const line = String(bytes)
      .split('\n')
      .find((one) => one.includes('"data\\":{\\"number\\":300,'));
    return write(
      line === undefined
        ? bytes
        : Buffer.from(String(bytes).replace(line, line.replace('"frame"', '"frome"'))),
    );
  });
}
