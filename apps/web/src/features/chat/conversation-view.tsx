"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "../../ui/link.tsx";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { useCommands } from "../../lib/commands/use-commands.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useFailureText } from "../../lib/use-failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ComposerChoices } from "./composer-choices.tsx";
import { Composer } from "./composer.tsx";
import { ContextGauge } from "./context-gauge.tsx";
import { CONVERSATION_COMMANDS } from "./conversation-commands.ts";
import { ConversationBar } from "./conversation-bar.tsx";
import { traceHref } from "./conversation-address.ts";
import { FailureCard } from "./failure-card.tsx";
import { goalLines } from "./goal-lines.ts";
import type { GoalLine } from "./goal-lines.ts";
import { GoalsPanel, GoalStrip } from "./goals-panel.tsx";
import { NewChat } from "./new-chat.tsx";
import { QueuedMessages, RunStrip } from "./run-strip.tsx";
import { useSessionText } from "./session-text.ts";
import { readCommand } from "./slash-command.ts";
import { Thread } from "./thread.tsx";
import { isArriving, useChat } from "./use-chat.ts";
import type { Chat } from "./use-chat.ts";
import type { Conversations } from "./use-conversations.ts";
import { draftKey } from "./use-draft-from-address.ts";
import { useQueue } from "./use-queue.ts";
import { useRunChoices } from "./use-run-choices.ts";
import type { RunChoices } from "./use-run-choices.ts";
import { useSend } from "./use-send.ts";
import { useSlashCommands } from "./use-slash-commands.ts";
import type { Send } from "./use-send.ts";

export type ConversationViewProps = {
  readonly workspace: string;
  readonly conversationId: string | null;
  readonly conversations: Conversations;
  readonly onOpen: (id: string | null) => void;
  readonly onShowList: () => void;
};

const NO_LINES: readonly GoalLine[] = [];

/** One conversation: bar, turns, composer, and the plan beside them. */
export function ConversationView(props: ConversationViewProps): ReactElement {
  const { workspace, conversationId } = props;
  const chat = useChat(workspace, conversationId);
  const send = useSend(workspace, conversationId);
  const choices = useRunChoices(workspace, {
    id: conversationId,
    model: chat.model,
    folderId: chat.folderId,
  });
  const [goalsHidden, setGoalsHidden] = useSessionText("chat.goals.hidden");
  const toggleGoals = (): void => {
    setGoalsHidden(goalsHidden === "" ? "yes" : "");
  };
  useCommands(CONVERSATION_COMMANDS, { context: { toggleGoals } });
  useDocumentTitle(conversationId === null ? null : chat.title);
  const turn = chat.log.turns.at(-1);
  const runStatus = chat.trace?.status ?? "queued";
  const lines = useMemo(
    () => (turn === undefined ? NO_LINES : goalLines(turn.goals, runStatus)),
    [turn, runStatus],
  );
  return (
    <>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConversationBar
          workspace={workspace}
          conversationId={conversationId}
          chat={chat}
          conversations={props.conversations}
          onShowList={props.onShowList}
          onShowGoals={
            goalsHidden === ""
              ? null
              : () => {
                  setGoalsHidden("");
                }
          }
          onDeleted={() => {
            props.onOpen(null);
          }}
        />
        {(conversationId !== null || send.sending !== null) && chat.status !== "error" && (
          <GoalStrip lines={lines} loading={isArriving(chat)} />
        )}
        <Talk
          workspace={workspace}
          conversationId={conversationId}
          chat={chat}
          send={send}
          choices={choices}
          onNew={() => {
            props.onOpen(null);
          }}
        />
      </div>
      {goalsHidden === "" && chat.status !== "error" && (
        <GoalsPanel
          lines={lines}
          href={chat.trace === null ? null : traceHref(workspace, chat.trace.id)}
          loading={isArriving(chat)}
          onHide={() => {
            setGoalsHidden("yes");
          }}
        />
      )}
    </>
  );
}

type TalkProps = Pick<ConversationViewProps, "workspace" | "conversationId"> & {
  readonly chat: Chat;
  readonly send: Send;
  readonly choices: RunChoices;
  readonly onNew: () => void;
};

function Talk({ workspace, conversationId, chat, send, choices, onNew }: TalkProps): ReactElement {
  const translate = useTranslations("chat");
  const failureText = useFailureText();
  const [draft, setDraft] = useSessionText(draftKey(workspace, conversationId));
  const queue = useQueue(conversationId, { chat, send, choices });
  const { trace } = chat;
  const context = chat.log.turns.findLast((turn) => turn.context !== null)?.context ?? null;
  const commands = useSlashCommands(workspace);

  const submit = (text: string): void => {
    const command = readCommand(text);
    if (command !== null) {
      commands.run(command, trace?.id ?? null);
      setDraft("");
      return;
    }
    commands.dismiss();
    if (chat.busy) {
      queue.add(text.trim());
      setDraft("");
      return;
    }
    setDraft("");
    void send.start({ text: text.trim(), model: choices.model, folderId: choices.folderId }).then((sent) => {
      // What could not be sent goes back where it was written.
      if (!sent) setDraft(text);
    });
  };

  if (chat.status === "error") {
    return (
      <LoadFailed
        error={chat.error}
        title={translate("thread.failed")}
        retryLabel={translate("thread.reload")}
        onRetry={chat.retry}
      >
        <Button variant="ghost" onClick={onNew}>
          {translate("list.new")}
        </Button>
      </LoadFailed>
    );
  }
  return (
    <>
      {chat.status === "new" && send.sending === null ? (
        <>
          <NewChat workspace={workspace} choices={choices} onPrompt={submit} />
          {send.error !== null && (
            <div className="measure mb-4 flex-none">
              <FailureCard workspace={workspace} {...failureText(send.error, "change")} onRetry={null} />
            </div>
          )}
        </>
      ) : (
        <Thread key={conversationId ?? "new"} workspace={workspace} chat={chat} send={send} />
      )}
      <Composer
        text={draft}
        onText={setDraft}
        onSend={() => {
          submit(draft);
        }}
        onStop={
          trace !== null && chat.busy
            ? () => {
                send.cancel(trace.id);
              }
            : null
        }
        stopping={send.cancelling !== null && send.cancelling === trace?.id}
        placeholder={translate(
          chat.busy
            ? "composer.queuePlaceholder"
            : choices.loaded && choices.model === null
              ? "composer.noModelPlaceholder"
              : "composer.placeholder",
        )}
        blocked={blockedBy({ chat, send, choices }, translate)}
        notice={
          choices.loaded && choices.model === null
            ? translate.rich("composer.connectFirst", {
                link: (words) => (
                  <Link href={`/w/${encodeURIComponent(workspace)}/settings/models`} className="link">
                    {words}
                  </Link>
                ),
              })
            : null
        }
        sendLabel={translate(chat.busy ? "composer.queue" : "composer.send")}
        strip={
          <>
            {trace !== null && chat.busy && <RunStrip trace={trace} turn={turnOf(chat)} />}
            {commands.notice !== null && (
              <p
                role="status"
                className="flex items-center gap-2 border-b border-line px-4 text-12 text-ink-2"
              >
                <span className="min-w-0 flex-1 py-2">{commands.notice}</span>
                <IconButton
                  label={translate("command.close")}
                  icon={X}
                  size="small"
                  onClick={commands.dismiss}
                />
              </p>
            )}
            <QueuedMessages messages={queue.messages} onSend={queue.sendNow} onRemove={queue.remove} />
          </>
        }
        choices={
          <>
            <ComposerChoices choices={choices} />
            {context && <ContextGauge context={context} />}
          </>
        }
      />
    </>
  );
}

function turnOf(chat: Chat): Chat["log"]["turns"][number] | null {
  const turn = chat.log.turns.at(-1);
  return turn !== undefined && turn.traceId === chat.trace?.id ? turn : null;
}

type Standing = Pick<TalkProps, "chat" | "send" | "choices">;

function blockedBy(
  { chat, send, choices }: Standing,
  translate: ReturnType<typeof useTranslations<"chat">>,
): string | null {
  if (send.sending !== null || send.retrying) return translate("composer.blocked.sending");
  if (!choices.loaded || chat.status === "pending") return translate("composer.blocked.loading");
  if (choices.model === null) return translate("composer.blocked.noModel");
  return null;
}
