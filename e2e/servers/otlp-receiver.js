// A receiver of telemetry that reads what it gets and accepts it; prints its address.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.on('data', () => undefined);
  request.on('end', () => response.end());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`http://127.0.0.1:${address.port}`);
});
