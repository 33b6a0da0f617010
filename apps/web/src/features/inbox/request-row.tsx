"use client";
import { Check, ClockAlert, MessageSquareReply, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import type { RequestView } from "../../lib/requests/request-view.ts";
import { Icon } from "../../ui/icon.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { REQUEST_ICONS } from "../../ui/requests/request-icons.ts";
import { useRequestTexts } from "../../ui/requests/use-request-texts.ts";
import { Time } from "../../ui/time.tsx";

type RowProps = {
  readonly request: RequestView;
  readonly isShown: boolean;
  readonly onOpen: () => void;
};

/** The height of a row in pixels. */
export const ROW_PIXELS = 56;

/** One request in the list: the call or the question, and who asks or how it ended. */
export function RequestRow({ request, isShown, onOpen }: RowProps): ReactElement {
  const translate = useTranslations("requests");
  const texts = useRequestTexts();
  const { icon, className } = mark(request);
  const title = request.title.trim().split("\n", 1)[0] || translate("erased");
  const { conversation, person } = request;
  return (
    <ListRow
      isShown={isShown}
      onOpen={onOpen}
      className="grid-cols-[16px_minmax(0,1fr)_auto] items-baseline gap-x-2 py-2"
    >
      <Icon icon={icon} className={classNames("self-center", className)} />
      <span
        title={title}
        className={classNames(
          "truncate",
          isShown && "font-semibold",
          request.state !== "open" && "text-ink-2",
        )}
      >
        {title}
      </span>
      <Time at={request.closedAt ?? request.askedAt} className="text-12 text-ink-2" />
      <span className="col-start-2 col-end-4 truncate text-12 text-ink-2">
        {texts.outcome(request) ??
          translate("from", {
            agent: texts.asker(request),
            person: person.name,
            title: conversation?.title || translate("facts.untitled"),
          })}
      </span>
    </ListRow>
  );
}

function mark({ state, kind }: RequestView): { readonly icon: LucideIcon; readonly className: string } {
  switch (state) {
    case "open":
      return { icon: REQUEST_ICONS[kind], className: "text-wait" };
    case "approved":
    case "happened":
    case "run_again":
      return { icon: Check, className: "text-ok" };
    case "answered":
      return { icon: MessageSquareReply, className: "text-ok" };
    case "expired":
      return { icon: ClockAlert, className: "text-ink-3" };
    case "sent":
    case "denied":
    case "dismissed":
    case "left":
    case "withdrawn":
      return { icon: state === "sent" ? Check : X, className: "text-ink-3" };
  }
}
