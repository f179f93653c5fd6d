import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { KnownRecord } from '../../../../app/frame/record.ts';
import type { Row } from '../../../../app/frame/row.ts';
import type { LabTool } from '../../../../app/lab/lab-tools.ts';
import { LogModel } from '../../../../app/session/log-model.ts';
import { RowReader } from '../../../../app/session/row-reader.ts';
import type { SessionModel } from '../../../../app/session/session-model.ts';
import { readEnvelope } from '../../../../app/wire/envelope.ts';
import type { LabProcess, LabWire } from '../lab-process.ts';
import { startLab } from '../lab-server.ts';

type Unplaced<Known> = Known extends KnownRecord ? Omit<Known, 'seq' | 'at' | 'session'> : never;

/** In a test a wait of at least this long never ends. */
const FOREVER_MS = 5000;

/** The other end of an in-process error lab: receives and analyzes every byte. */
export class LabTestClient {
  /** Every line of the lab's stdout, in order. */
  readonly lines: string[] = [];
  readonly rows: Row[] = [];
  readonly records: KnownRecord[] = [];
  readonly model: SessionModel;
  readonly #log: LogModel;
  /** The lab's actions on its process. */
  readonly acts: string[] = [];
  stderr = '';
  readonly #transport: Transport;
  #seq = 0;

  private constructor() {
    const rows = new RowReader({
      add: (row) => this.rows.push(row),
      patch: (seq, patch) => {
        const index = this.rows.findIndex((row) => row.seq === seq);
        const row = this.rows[index];
        if (row !== undefined) this.rows[index] = { ...row, ...patch };
      },
    });
    this.#log = new LogModel({ all: [rows] });
    this.model = this.#log.model('s1');
    this.#transport = {
      start: async () => {},
      close: async () => {},
      send: async (message) => this.#receive(`${JSON.stringify(message)}\n`),
    };
  }

  static async connect(): Promise<LabTestClient> {
    const client = new LabTestClient();
    await startLab(client.#transport, client.#wire(), client.#process());
    return client;
  }

  /** Sends a request with the id 5, and adds the client or process event that the tool needs. */
  async call(tool: LabTool, args = tool.sampleArguments): Promise<void> {
    const _meta = { progressToken: 5 };
    await this.send({ id: 5, method: 'tools/call', params: { name: tool.name, arguments: args, _meta } });
    const id = 5;
    if (tool.needsShortTimeout && tool.callOutcome !== 'late') {
      this.record({ type: 'client', event: 'timeout', id, message: 'timed out' });
    }
    if (tool.outcome === 'rejected by the client') {
      this.record({ type: 'client', event: 'result-rejected', id, message: 'the schema refuses it' });
    }
    if (tool.endsServer) this.record({ type: 'process', event: 'exited', exitCode: 1 });
  }

  /** Sends one message to the lab, and waits until it is idle. */
  async send(message: { id?: number | string; method?: string; [member: string]: unknown }): Promise<void> {
    const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.record({ type: 'frame', direction: 'client-to-server', raw });
    this.#transport.onmessage?.(JSON.parse(raw));
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  record(record: Unplaced<KnownRecord>): void {
    this.#seq += 1;
    const placed = { ...record, seq: this.#seq, at: this.#seq, session: 's1' } as KnownRecord;
    this.records.push(placed);
    this.#log.take(placed);
  }

  #receive(text: string): void {
    for (const line of text.slice(0, -1).split('\n')) {
      this.lines.push(line);
      this.record({ type: 'frame', direction: 'server-to-client', raw: line });
      this.#replyTo(line);
    }
  }

  /** Answers the lab's own requests as the SDK's client does. */
  #replyTo(line: string): void {
    const envelope = readEnvelope(line);
    if (envelope.kind !== 'request') return;
    const { id } = JSON.parse(line);
    const error = { code: -32601, message: 'Method not found' };
    void this.send(envelope.method === 'ping' ? { id, result: {} } : { id, error });
  }

  #wire(): LabWire {
    const writeRaw = async (text: string) => this.#receive(text);
    return {
      writeRaw,
      writeLine: (line) => writeRaw(`${line}\n`),
      slowDown: (id, bytesPerSecond) => this.acts.push(`slow ${id} ${bytesPerSecond}`),
      writeStderr: (text) => {
        this.stderr += text;
      },
    };
  }

  #process(): LabProcess {
    return {
      exit: (code) => this.acts.push(`exit ${code}`),
      kill: (signal) => this.acts.push(`kill ${signal}`),
      closeStdout: () => this.acts.push('close stdout'),
      throwUncaught: (error) => this.acts.push(`throw ${error.message}`),
      sleep: (milliseconds) => (milliseconds < FOREVER_MS ? this.#wait(milliseconds) : new Promise(() => {})),
    };
  }

  /** Does not wait; a long wait triggers the client's timeout first. */
  async #wait(milliseconds: number): Promise<void> {
    if (milliseconds < 1000) return;
    this.record({ type: 'client', event: 'timeout', id: 5, message: 'timed out' });
  }
}
