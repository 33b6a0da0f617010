"use client";
import { ERASED_TEXT, givenBudget, isTerminal } from "@goaltrace/core/log";
import type { Trace } from "@goaltrace/core/log";
import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { useFailureText } from "../../lib/use-failure-text.ts";
import { Button } from "../../ui/button.tsx";
import type { ErasableMessage, EraseDialogProps } from "../../ui/erase-dialog.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { hasAskingRun, useFollowRunTree, useRunTree } from "../../lib/run-tree/use-run-tree.ts";
import { WaitingRequests } from "../../ui/requests/waiting-requests.tsx";
import { ThreadSkeleton } from "./thread-skeleton.tsx";
import { earlierAttempts, isScripted } from "./conversation.ts";
import { FailureCard } from "./failure-card.tsx";
import { PersonMessage, TurnView } from "./turn-view.tsx";
import { isChatLoading } from "./use-chat.ts";
import type { Chat } from "./use-chat.ts";
import { useFollow } from "./use-follow.ts";
import type { Send } from "./use-send.ts";
import { countParts, visibleTurns } from "./visible-turns.ts";

/** Few visits erase something, so its code loads when it is needed. */
const EraseDialog = onDemand<EraseDialogProps>(
  async () => (await import("../../ui/erase-dialog.tsx")).EraseDialog,
);

type ThreadProps = { readonly workspace: string; readonly chat: Chat; readonly send: Send };

/** Parts rendered initially, and added with each click on "earlier". */
const PAGE_PARTS = 120;
const NO_ATTEMPTS: readonly Trace[] = [];

/** The turns of a conversation. Scrolls along with new content while the end is visible. */
export function Thread({ workspace, chat, send }: ThreadProps): ReactElement {
  const translate = useTranslations("chat.thread");
  const failureText = useFailureText();
  const { turns } = chat.log;
  const count = useMemo(() => countParts(turns), [turns]);
  const follow = useFollow(count + (send.sending === null ? 0 : 1) + (send.error === null ? 0 : 1), chat.log);
  const [hidden, setHidden] = useState(0);
  const [toErase, setToErase] = useState<ErasableMessage | null>(null);
  // Drop distant parts only while the end is visible, so that nothing jumps, and only occasionally, so that it stays cheap.
  if (follow.following && count - hidden > 2 * PAGE_PARTS) setHidden(count - PAGE_PARTS);
  if (hidden > count) setHidden(0);
  const shown = useMemo(() => visibleTurns(turns, hidden), [turns, hidden]);
  const attempts = useMemo(
    () => new Map(chat.traces.map((trace) => [trace.id, earlierAttempts(chat.traces, trace.id)])),
    [chat.traces],
  );
  const limited = useMemo(
    () =>
      new Set(
        chat.traces
          .filter(({ budget, agent }) => givenBudget(budget, agent.limits) !== null)
          .map(({ id }) => id),
      ),
    [chat.traces],
  );
  const arriving = isChatLoading(chat);
  const lastId = turns.at(-1)?.traceId;
  const isTreeAsking = useIsTreeAsking(workspace, chat);
  // The run is known before its stream starts: show its message where the turn will appear.
  const pendingTrace =
    chat.trace !== null && !arriving && chat.trace.id !== lastId && send.sending === null ? chat.trace : null;
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={follow.scroller}
        tabIndex={0}
        role="region"
        aria-label={translate("label")}
        className="h-full overflow-y-auto -outline-offset-2"
      >
        <div className="measure pt-6 pb-8">
          <div ref={follow.content} className="flex flex-col gap-8">
            {hidden > 0 && (
              <Button
                variant="ghost"
                className="self-center"
                onClick={() => {
                  setHidden(Math.max(0, hidden - PAGE_PARTS));
                }}
              >
                {translate("earlier", { count: hidden })}
              </Button>
            )}
            {arriving && <ThreadSkeleton />}
            {shown.map(({ turn, items, fromStart }) => (
              <TurnView
                key={turn.traceId}
                workspace={workspace}
                conversationId={chat.trace?.conversationId ?? null}
                turn={turn}
                items={items}
                fromStart={fromStart}
                attempts={attempts.get(turn.traceId) ?? NO_ATTEMPTS}
                isLimited={limited.has(turn.traceId)}
                scripted={isScripted(turn.model)}
                last={turn.traceId === lastId}
                onRetry={
                  turn.traceId === lastId && !chat.busy && !send.retrying && turn.asked?.text !== ERASED_TEXT
                    ? () => {
                        send.retry(turn.traceId);
                      }
                    : null
                }
                onErase={setToErase}
              />
            ))}
            {pendingTrace !== null && <PersonMessage text={pendingTrace.task} at={pendingTrace.createdAt} />}
            <div ref={follow.slot} className="-mx-4 empty:hidden">
              {chat.trace !== null && (
                <WaitingRequests
                  workspace={workspace}
                  trace={chat.trace}
                  isTreeAsking={isTreeAsking}
                  className="flex flex-col gap-3"
                />
              )}
            </div>
            {send.sending !== null && <PersonMessage text={send.sending} at={null} />}
            {send.error !== null && (
              <FailureCard workspace={workspace} {...failureText(send.error, "change")} onRetry={null} />
            )}
          </div>
          <div ref={follow.room} aria-hidden="true" />
        </div>
      </div>
      {!follow.following && (
        <Button
          icon={ArrowDown}
          onClick={follow.goToEnd}
          className="absolute bottom-2 left-1/2 -translate-x-1/2 shadow-overlay"
        >
          {follow.missed > 0 ? translate("missed", { count: follow.missed }) : translate("toEnd")}
        </Button>
      )}
      {toErase !== null && (
        <EraseDialog
          workspace={workspace}
          message={toErase}
          onClose={() => {
            setToErase(null);
          }}
          onErased={() => {
            setToErase(null);
            chat.reload();
          }}
        />
      )}
      <FinishedAnswer key={chat.trace?.id ?? "none"} chat={chat} />
    </div>
  );
}

/** Follows the sub-agents of the last run while it works. Returns whether one of them waits for a person. */
function useIsTreeAsking(workspace: string, chat: Chat): boolean {
  const turn = chat.log.turns.at(-1);
  const hasChildren = turn?.items.some(
    (item) => item.kind === "tools" && item.rows.some(({ children }) => children.length > 0),
  );
  const followed = hasChildren === true && chat.busy && turn !== undefined ? turn.traceId : null;
  useFollowRunTree(workspace, followed);
  const tree = useRunTree(workspace, followed);
  return followed !== null && hasAskingRun(tree, followed);
}

/** Announces a finished answer to screen readers if the page saw it being written. Partial text is never announced. */
function FinishedAnswer({ chat }: { readonly chat: Chat }): ReactElement {
  const turn = chat.log.turns.at(-1);
  const finished = turn !== undefined && turn.traceId === chat.trace?.id && isTerminal(turn.status);
  const [watched, setWatched] = useState(false);
  if (!watched && chat.busy) setWatched(true);
  const answer = watched && finished ? turn.items.findLast((item) => item.kind === "text") : undefined;
  return (
    <div role="log" aria-live="polite" className="sr-only">
      {answer?.kind === "text" ? answer.text : null}
    </div>
  );
}
