import type { StderrRecord } from '../frame/record.ts';
import type {
  AnswerEvent,
  BatchEvent,
  ClientEvent,
  HttpEvent,
  MalformedEvent,
  MessageEvent,
  NoteEvent,
  NotificationEvent,
  ProcessEvent,
  RequestEvent,
  SessionEvent,
  SessionReader,
} from './session-event.ts';

/** Reads events in order, with one method per kind; messages of a batch arrive one by one, with their index. */
export abstract class EventReader implements SessionReader {
  take(event: SessionEvent): void {
    if (event.kind === 'batch') this.onBatch(event);
    else if (event.kind === 'process') this.onProcess?.(event);
    else if (event.kind === 'client') this.onClient?.(event);
    else if (event.kind === 'http') this.onHttp?.(event);
    else if (event.kind === 'note') this.onNote(event);
    else this.onMessage(event, undefined);
  }

  protected onBatch({ parts }: BatchEvent): void {
    for (const [part, event] of parts.entries()) this.onMessage(event, part);
  }

  protected onMessage(event: MessageEvent, part: number | undefined): void {
    if (event.kind === 'request') this.onRequest?.(event, part);
    else if (event.kind === 'notification') this.onNotification?.(event, part);
    else if (event.kind === 'answer') this.onAnswer?.(event, part);
    else this.onMalformed?.(event, part);
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
  protected onHttp?(event: HttpEvent): void;
  protected onStderr?(record: StderrRecord): void;
}
