"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../lib/use-format.ts";
import type { TurnContext } from "./chat-turn.ts";

/** A gauge of the context usage after the last call. */
export function ContextGauge({ context }: { readonly context: TurnContext }): ReactElement {
  const translate = useTranslations("chat.context");
  const format = useFormat();
  const share = Math.min(1, context.tokens / Math.max(1, context.window));
  return (
    <span
      className="relative ml-auto inline-flex h-7 flex-none items-center gap-2 px-2 text-11 text-ink-3"
      title={translate("title", {
        tokens: format.count(context.tokens),
        window: format.count(context.window),
      })}
    >
      <span aria-hidden="true" className="flex h-1 w-10 overflow-hidden rounded-sm bg-ink/10 phone:hidden">
        <span className="bg-ink/45" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="phone:sr-only">{translate("full", { share: format.share(share) })}</span>
      <span aria-hidden="true" className="wide:hidden">
        {format.share(share)}
      </span>
    </span>
  );
}
