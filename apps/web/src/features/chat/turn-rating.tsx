"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { workspaceHref } from "../../ui/shell/nav-items.ts";
import { Thumb } from "../../ui/thumb.tsx";
import { Link } from "../../ui/link.tsx";

export type TurnRatingProps = {
  readonly workspace: string;
  readonly conversationId: string;
  readonly traceId: string;
};

/** Thumbs on a turn with a reason, and where the reason went. All turns of a conversation read their ratings together. */
export function TurnRating({ workspace, conversationId, traceId }: TurnRatingProps): ReactElement {
  const translate = useTranslations("common.rating");
  const api = useTRPC();
  const queries = useQueryClient();
  const ofConversation = { workspace, conversationId };
  const { data: mine } = useQuery(
    api.annotations.mine.queryOptions(ofConversation, {
      select: (ratings) => ratings.find((rating) => rating.traceId === traceId) ?? null,
    }),
  );
  const rate = useMutation(
    api.annotations.rate.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries({ queryKey: api.annotations.mine.queryKey(ofConversation) });
      },
    }),
  );
  const thumb = (score: 1 | -1): ReactElement => (
    <Thumb
      score={score}
      size="small"
      align="start"
      mine={mine ?? null}
      label={translate(score === 1 ? "turnUp" : "turnDown")}
      isSaving={rate.isPending}
      error={rate.error}
      onSave={({ score: next, reason }, done) => {
        rate.mutate({ workspace, traceId, score: next, reason }, { onSuccess: done });
      }}
    />
  );
  return (
    <>
      <span className="flex flex-none">
        {thumb(1)}
        {thumb(-1)}
      </span>
      {mine !== null && mine !== undefined && mine.reason !== "" && (
        <Link
          className="link text-ink-2 phone:order-2"
          href={`${workspaceHref(workspace)}/memory?tab=experiences`}
        >
          {translate("learned")}
        </Link>
      )}
    </>
  );
}
