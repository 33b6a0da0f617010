"use client";
import { useTranslations } from "next-intl";
import { Link } from "../../ui/link.tsx";
import type { ReactElement, ReactNode } from "react";
import { useFormat } from "../../lib/use-format.ts";
import type { TurnNote } from "./chat-turn.ts";

/** A dashed line across the conversation with text in the middle. */
export function DashedLine({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div className="-mx-4 flex items-center gap-3 text-12 text-ink-2 before:min-w-4 before:flex-1 before:border-t before:border-dashed before:border-line-strong after:min-w-4 after:flex-1 after:border-t after:border-dashed after:border-line-strong">
      <span className="max-w-[85%] text-center [overflow-wrap:anywhere]">{children}</span>
    </div>
  );
}

/** A runtime event with a link to its entry in the trace. */
export function NoteLine({
  note,
  href,
}: {
  readonly note: Exclude<TurnNote, { readonly type: "memory" }>;
  readonly href: string;
}): ReactElement {
  const translate = useTranslations("chat.note");
  const noteText = useNoteText();
  return (
    <DashedLine>
      {noteText(note)}{" "}
      <Link href={href} className="link">
        {translate("trace")}
      </Link>
    </DashedLine>
  );
}

function useNoteText(): (note: Exclude<TurnNote, { readonly type: "memory" }>) => string {
  const translate = useTranslations("chat.note");
  const format = useFormat();
  return (note) => {
    switch (note.type) {
      case "limit": {
        const { limit, used, allowed } = note.data;
        const amount =
          limit === "duration" ? format.duration : limit === "steps" ? format.count : format.tokens;
        return translate(`limit.${limit}`, { used: amount(used), allowed: amount(allowed) });
      }
      case "loop":
        return translate(`loop.${note.data.action}`, { count: note.data.count });
      case "compaction": {
        const { beforeTokens, afterTokens, messagesFolded: messages, reason } = note.data;
        return translate("compaction", {
          before: format.tokens(beforeTokens),
          after: format.tokens(afterTokens),
          messages,
          reason,
        });
      }
      case "plain":
        return translate(`plain.${note.text}`, note.values);
    }
  };
}
