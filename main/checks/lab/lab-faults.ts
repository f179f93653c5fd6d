import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isJsonObject } from '../../../app/base/json-value.ts';
import { targetOf } from '../../../app/frame/target.ts';
import { type Fault, FaultPlan } from '../../../app/lab/faults/fault.ts';
import type { LabProcess, LabWire } from './lab-process.ts';

/** Lets requests that come in on a connected transport fail as these faults say; the others go on to the SDK. */
export function watchForFaults(
  transport: Transport,
  faults: readonly Fault[],
  wire: LabWire,
  process: LabProcess,
): void {
  const plan = new FaultPlan(faults);
  const toSdk = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const request = requestOf(message);
    const step = request && plan.take(request, JSON.stringify(request.id));
    if (request === undefined || step === undefined) {
      toSdk?.(message, extra);
      return;
    }
    switch (step.kind) {
      case 'later':
        void process.sleep(step.milliseconds).then(() => toSdk?.(message, extra));
        return;
      case 'renamed':
        toSdk?.({ ...message, id: JSON.parse(step.idText) }, extra);
        return;
      case 'slowly':
        wire.slowDown(request.id, step.bytesPerSecond);
        toSdk?.(message, extra);
        return;
      case 'line':
        void wire.writeLine(step.line);
        return;
      case 'close-stdout':
        process.closeStdout();
        return;
      case 'exit':
        process.exit(step.exitCode);
        return;
      case 'nothing':
    }
  };
}

type Request = { readonly id: string | number; readonly method: string; readonly target: string };

function requestOf(message: unknown): Request | undefined {
  if (!isJsonObject(message)) return undefined;
  const { id, method, params } = message;
  if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  return { id, method, target: targetOf(method, params) };
}
