import { Info, TriangleAlert } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../lib/class-names.ts";
import { Icon } from "./icon.tsx";
import { StatusGlyph } from "./status-glyph.tsx";
import { TONE_FILL } from "./status.ts";
import type { Tone } from "./status.ts";

export type NoteProps = {
  readonly tone?: Tone;
  readonly children: ReactNode;
  readonly className?: string;
};

/** A note inside a page: one or two lines on a soft fill, with an icon for its tone. */
export function Note({ tone = "muted", children, className }: NoteProps): ReactElement {
  return (
    <div
      role={tone === "error" ? "alert" : undefined}
      className={classNames(
        "flex items-start gap-2 rounded-md px-3 py-2 text-12",
        tone === "muted" ? "bg-sunken text-ink-2" : TONE_FILL[tone],
        className,
      )}
    >
      <span className="mt-0.5 flex-none">
        <Mark tone={tone} />
      </span>
      <div className="min-w-0 flex-1 text-ink [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}

function Mark({ tone }: { readonly tone: Tone }): ReactElement {
  if (tone === "error") return <StatusGlyph status="failed" decorative />;
  if (tone === "wait") return <StatusGlyph status="waiting" decorative />;
  if (tone === "ok") return <StatusGlyph status="completed" decorative />;
  return <Icon icon={tone === "warn" ? TriangleAlert : Info} size={14} />;
}
