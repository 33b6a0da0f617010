import type { Span } from "../state/url-state.ts";

/** The minimum visible span. Shorter spans have nothing to distinguish. */
const MIN_SPAN_MS = 20;

/** Returns the span after zooming by a factor around a point (a share of the width); null when the whole run is visible. */
export function zoomSpan(
  span: Span,
  { factor, around, length }: { readonly factor: number; readonly around: number; readonly length: number },
): Span | null {
  const before = span.to - span.from;
  const width = Math.max(MIN_SPAN_MS, Math.round(before * factor));
  if (width >= length) return null;
  return placed(Math.round(span.from + (before - width) * around), width, length);
}

/** Returns the span after moving by a share of its width, limited to the run. */
export function moveSpan(span: Span, share: number, length: number): Span {
  const width = span.to - span.from;
  return placed(Math.round(span.from + width * share), width, length);
}

/** Returns the span that shows a moment: unchanged if it does already, else centered on the moment. */
export function spanHolding(span: Span, moment: number, length: number): Span {
  if (moment >= span.from && moment <= span.to) return span;
  const width = span.to - span.from;
  return placed(Math.round(moment - width / 2), width, length);
}

function placed(from: number, width: number, length: number): Span {
  const start = Math.max(0, Math.min(from, Math.ceil(length) - width));
  return { from: start, to: start + width };
}
