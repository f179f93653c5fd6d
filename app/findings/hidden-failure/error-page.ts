import { failed, type HiddenFailure } from './evidence.ts';
import type { ToolPurpose } from './tool-purpose.ts';

const STATUS_TITLE =
  /^(error )?([45]\d\d)( -|:)? \(?(bad request|authorization required|unauthorized|forbidden|not found|method not allowed|request time-?out|gone|too many requests|internal server error|bad gateway|service (temporarily )?unavailable|gateway time-?out)\b[^a-z]{0,5}$/i;
const REFUSED =
  /\b(access denied|just a moment|attention required|bad gateway|service unavailable|internal server error|403 forbidden|404 not found|sign in|log ?in required|page not found)\b/i;
const READ = 3000;
/** A page of an error is short; a longer one tells more than that it failed. */
const SHORT_PAGE = 2500;

/** An HTML page of an error, an HTTP answer or an XML error in place of a result; undefined for anything else. */
export function errorPage(text: string, where: string, purpose: ToolPurpose): HiddenFailure | undefined {
  const start = text.slice(0, READ).trimStart();
  if (/^HTTP\/[\d.]+ [45]\d\d\b/.test(start)) {
    return failed(where, start, 'it is an HTTP answer whose status stands for an error');
  }
  if (/^(<\?xml[^>]*>\s*)?<(\w+:)?(error|fault|exception)>\s*<\w/i.test(start)) {
    return failed(where, start, 'it is an XML document of an error');
  }
  if (!/^(<!doctype html|<html|<head|<title|<body)/i.test(start)) return undefined;
  const titles = [...start.matchAll(/<(?:title|h1)[^>]*>([^<]{1,200})</gi)].map((match) =>
    (match[1] ?? '').trim(),
  );
  const title = titles.find((one) => STATUS_TITLE.test(one));
  if (title !== undefined) return failed(where, title, 'it is an HTML page whose title is an HTTP error');
  const denied = titles.find((one) => /^(access denied|forbidden|unauthori[sz]ed)\.?$/i.test(one));
  if (denied !== undefined) return failed(where, denied, 'it is an HTML page that refuses access');
  // Whoever asks for pages gets pages; a tool that answers with data does not send a form to sign in.
  if (purpose === 'lookup' || purpose === 'raw' || text.length > SHORT_PAGE) return undefined;
  const refusal = titles.find((one) => REFUSED.test(one));
  return refusal === undefined ? undefined : failed(where, refusal, 'it is an HTML page that refuses access');
}
