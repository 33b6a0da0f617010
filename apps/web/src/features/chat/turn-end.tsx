"use client";
import { ERASED_TEXT, isTerminal, runLength } from "@goaltrace/core/log";
import { Eraser, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "../../ui/link.tsx";
import type { ReactElement } from "react";
import { LEAST_WAIT_MS } from "../../lib/least-wait.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import type { ErasableMessage } from "../../ui/erase-dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { UndoOfTurn } from "./undo-of-turn.tsx";
import type { Turn } from "./chat-turn.ts";
import { traceHref } from "../../lib/trace-address.ts";
import { FailureCard } from "./failure-card.tsx";
import { TurnCost } from "./turn-cost.tsx";
import type { TurnRatingProps } from "./turn-rating.tsx";
import { visibleItems } from "./turn-items.ts";

/** Thumbs load after the answers that they are about; the placeholder is as wide. */
const TurnRating = onDemand<TurnRatingProps>(
  async () => (await import("./turn-rating.tsx")).TurnRating,
  <span className="h-6 w-12 flex-none phone:h-11 phone:w-22" />,
  "placeholder",
);

type TurnEndProps = {
  readonly workspace: string;
  /** Null if its turns cannot be rated. */
  readonly conversationId: string | null;
  readonly turn: Turn;
  readonly scripted: boolean;
  readonly onRetry: (() => void) | null;
  readonly onErase: (message: ErasableMessage) => void;
};

/** The end of a turn: its outcome, its usage, and a link to its trace. */
export function TurnEnd({
  workspace,
  conversationId,
  turn,
  scripted,
  onRetry,
  onErase,
}: TurnEndProps): ReactElement {
  const translate = useTranslations("chat.turn");
  const ended = isTerminal(turn.status);
  return (
    <>
      {turn.failure !== null && turn.status !== "cancelled" && (
        <FailureCard
          workspace={workspace}
          code={turn.failure.code}
          message={turn.failure.message}
          fix={turn.failure.fix}
          at={turn.endedAt}
          onRetry={onRetry}
        />
      )}
      {(turn.status === "cancelled" ||
        (turn.failure === null && (turn.status === "failed" || turn.status === "interrupted"))) && (
        <div className="flex flex-wrap items-center gap-3 text-ink-2">
          <span>{translate(`ended.${turn.status}`)}</span>
          {onRetry !== null && (
            <Button icon={RefreshCw} onClick={onRetry}>
              {translate("retry")}
            </Button>
          )}
        </div>
      )}
      {!ended && visibleItems(turn).length === 0 && <Skeleton className="my-1.5 h-3 w-40" />}
      {ended && (
        <CostLine
          workspace={workspace}
          conversationId={conversationId}
          turn={turn}
          scripted={scripted}
          onErase={onErase}
        />
      )}
    </>
  );
}

/** Always breaks into the same two lines on a phone: model and trace link, then usage. */
function CostLine({
  workspace,
  conversationId,
  turn,
  scripted,
  onErase,
}: Pick<TurnEndProps, "workspace" | "conversationId" | "turn" | "scripted" | "onErase">): ReactElement {
  const translate = useTranslations("chat.turn");
  const format = useFormat();
  const { inputTokens, outputTokens, cachedTokens, calls } = turn.totals;
  const answer = turn.items.findLast((item) => item.kind === "text");
  const exact = translate("tokensExactly", {
    input: format.count(inputTokens),
    cached: format.count(cachedTokens),
    output: format.count(outputTokens),
  });
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1 text-12 text-ink-3">
      {answer?.kind === "text" && answer.text !== ERASED_TEXT && (
        <span className="-ml-1.5 flex flex-none phone:-mr-2.5 phone:-ml-3.5">
          <CopyButton text={answer.text} label={translate("copyAnswer")} />
          <IconButton
            label={translate("eraseAnswer")}
            icon={Eraser}
            size="small"
            onClick={() => {
              onErase({ traceId: turn.traceId, sequence: answer.sequence, text: answer.text });
            }}
          />
        </span>
      )}
      {conversationId !== null && (
        <TurnRating workspace={workspace} conversationId={conversationId} traceId={turn.traceId} />
      )}
      {scripted ? (
        <Badge tone="warn">{translate("scripted")}</Badge>
      ) : (
        turn.model !== null && (
          <span className="min-w-0 truncate" title={turn.model}>
            {turn.model}
          </span>
        )
      )}
      {turn.endedAt !== null && <TurnLength turn={turn} />}
      {calls === 0 ? (
        <span className="phone:order-2">{translate("noTokens")}</span>
      ) : (
        <>
          <span title={exact} className="phone:order-2">
            {translate("tokens", {
              input: format.tokens(inputTokens),
              share: format.share(inputTokens === 0 ? 0 : cachedTokens / inputTokens),
              cached: cachedTokens,
              output: format.tokens(outputTokens),
            })}
          </span>
          <span className="phone:order-2">
            <TurnCost workspace={workspace} turn={turn} />
          </span>
        </>
      )}
      <UndoOfTurn workspace={workspace} turn={turn} />
      <Link
        href={traceHref(workspace, turn.traceId, { sequence: answer?.sequence ?? turn.firstSequence })}
        className="link text-ink-2 phone:order-1 phone:ml-auto"
      >
        {translate("trace")}
      </Link>
      <span aria-hidden="true" className="order-1 hidden basis-full phone:block" />
    </div>
  );
}

/** How long the turn worked, and how long it waited if it did. */
function TurnLength({ turn }: Pick<TurnEndProps, "turn">): ReactElement {
  const translate = useTranslations("common.length");
  const format = useFormat();
  const { worked, waited } = runLength(turn.length, null);
  return (
    <span>
      {waited < LEAST_WAIT_MS
        ? format.duration(worked)
        : translate("workedAndWaited", { worked: format.duration(worked), waited: format.duration(waited) })}
    </span>
  );
}
