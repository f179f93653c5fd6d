import { LastStderr } from '../frame/last-stderr.ts';
import { isOfMessages, type MessageEvent, type SessionEvent } from './session-event.ts';

/** The stderr of a session that may explain why its server ended or is ending. */
export class EndStderr {
  ofRun = new LastStderr();
  #runSeq = 0;

  take(event: SessionEvent): void {
    const { facts } = event;
    if (facts.runSeq !== this.#runSeq) {
      this.#runSeq = facts.runSeq;
      this.ofRun = new LastStderr();
    }
    if (event.kind === 'note') {
      if (event.record.type === 'stderr') this.ofRun.take(event.record.text);
    } else if (facts.endedBy === undefined && isOfMessages(event)) {
      for (const message of event.kind === 'batch' ? event.parts : [event]) this.#message(message);
    }
  }

  #message({ kind, record }: MessageEvent): void {
    if (kind === 'request' && record.direction === 'client-to-server') this.ofRun.asked();
    else if (kind === 'answer' && record.direction === 'server-to-client') this.ofRun.answered();
  }
}
