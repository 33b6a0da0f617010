import { Hand, MessageCircleQuestionMark, TriangleAlert } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { RequestView } from "../../lib/requests/request-view.ts";

/** The icon of an open request, by what it asks. */
export const REQUEST_ICONS: Readonly<Record<RequestView["kind"], LucideIcon>> = {
  approval: Hand,
  question: MessageCircleQuestionMark,
  effect: TriangleAlert,
};
