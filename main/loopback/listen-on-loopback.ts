import type { Server } from 'node:http';

/**
 * Listens on 127.0.0.1, on the first of `ports` that is free (0 is any free one), and gives the port.
 * Rejects with the last port's error where none is.
 */
export async function listenOnLoopback(server: Server, ports: readonly number[]): Promise<number> {
  let fault: unknown = new Error('no port was named');
  for (const port of ports) {
    try {
      return await listen(server, port);
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('the server has no port'));
      else resolve(address.port);
    });
  });
}
