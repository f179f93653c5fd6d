// Started by the conformance suite as "the client": passes the scenario's address to the test that drives the app's
// window, and lives until the test is done with it.
import { connect } from 'node:net';

const [port, url] = process.argv.slice(2);
const socket = connect(Number(port), '127.0.0.1');
socket.write(`${url}\n`);
socket.resume();
socket.on('close', () => process.exit(0));
