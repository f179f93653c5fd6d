import type { StderrRecord } from '../frame/record.ts';
import type {
  AnswerEvent,
  BatchEvent,
  ClientEvent,
  MalformedEvent,
  MessageEvent,
  NoteEvent,
  NotificationEvent,
  ProcessEvent,
  RequestEvent,
  SessionEvent,
  SessionReader,
} from './session-event.ts';

/**
 * Reads the events of one session, or of all sessions of a recording, in order: a reader has a method for each kind that
 * it needs. The messages of a batch come one by one, each with its place in the batch.
 */
export abstract class EventReader implements SessionReader {
  take(event: SessionEvent): void {
    switch (event.kind) {
      case 'batch':
        this.onBatch(event);
        return;
      case 'process':
        this.onProcess?.(event);
        return;
      case 'client':
        this.onClient?.(event);
        return;
      case 'note':
        this.onNote(event);
        return;
      default:
        this.onMessage(event, undefined);
    }
  }

  protected onBatch({ parts }: BatchEvent): void {
    for (const [part, event] of parts.entries()) this.onMessage(event, part);
  }

  protected onMessage(event: MessageEvent, part: number | undefined): void {
    switch (event.kind) {
      case 'request':
        this.onRequest?.(event, part);
        return;
      case 'notification':
        this.onNotification?.(event, part);
        return;
      case 'answer':
        this.onAnswer?.(event, part);
        return;
      case 'malformed':
        this.onMalformed?.(event, part);
    }
  }

  protected onNote({ record }: NoteEvent): void {
    if (record.type === 'stderr') this.onStderr?.(record);
  }

  protected onRequest?(event: RequestEvent, part: number | undefined): void;
  protected onNotification?(event: NotificationEvent, part: number | undefined): void;
  protected onAnswer?(event: AnswerEvent, part: number | undefined): void;
  protected onMalformed?(event: MalformedEvent, part: number | undefined): void;
  protected onProcess?(event: ProcessEvent): void;
  protected onClient?(event: ClientEvent): void;
  protected onStderr?(record: StderrRecord): void;
}
