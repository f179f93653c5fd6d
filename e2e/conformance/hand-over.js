// What the conformance suite starts as "the client": it hands the scenario's address to the test that drives the
// app's window, and lives until that test is done with it.
import { connect } from 'node:net';

const [port, url] = process.argv.slice(2);
const socket = connect(Number(port), '127.0.0.1');
socket.write(`${url}\n`);
socket.resume();
socket.on('close', () => process.exit(0));
