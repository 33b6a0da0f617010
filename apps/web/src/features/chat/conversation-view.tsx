"use client";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "../../ui/link.tsx";
import { useMemo } from "react";
import type { ReactElement, ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useCommands } from "../../lib/commands/use-commands.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useFailureText } from "../../lib/use-failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import type { Turn } from "./chat-turn.ts";
import { ComposerChoices } from "./composer-choices.tsx";
import { Composer } from "./composer.tsx";
import { ContextGauge } from "./context-gauge.tsx";
import { CONVERSATION_COMMANDS } from "./conversation-commands.ts";
import { ConversationBar } from "./conversation-bar.tsx";
import { traceHref } from "../../lib/trace-address.ts";
import { FailureCard } from "./failure-card.tsx";
import { goalLines } from "./goal-lines.ts";
import type { GoalLine } from "./goal-lines.ts";
import { GoalsPanel, GoalStrip } from "./goals-panel.tsx";
import { ModeChoice } from "./mode-choice.tsx";
import type { AgentsPanelProps } from "./agents-panel.tsx";
import type { ModeNoticeProps } from "./mode-notice.tsx";
import { NewChat } from "./new-chat.tsx";
import type { RunControlsProps } from "./run-controls.tsx";
import type { QueuedMessagesProps } from "./queued-messages.tsx";
import { RunStrip } from "./run-strip.tsx";
import { useSessionText } from "../../lib/session-text.ts";
import { readCommand } from "./slash-command.ts";
import { Thread } from "./thread.tsx";
import { type ChatBudget, useBudget } from "./use-budget.ts";
import { isChatLoading, useChat } from "./use-chat.ts";
import type { Chat } from "./use-chat.ts";
import type { Conversations } from "./use-conversations.ts";
import { draftKey } from "./use-draft-from-address.ts";
import { useDelivery } from "./use-delivery.ts";
import { useQueue } from "./use-queue.ts";
import type { StrategyName } from "@goaltrace/core/log";
import { StrategyMenu } from "./strategy-menu.tsx";
import { type StrategyChoice, useStrategyChoice } from "./use-strategy-choice.ts";
import { type ChatServers, useServerTools } from "./use-server-tools.ts";
import { useRunChoices } from "./use-run-choices.ts";
import type { RunChoices } from "./use-run-choices.ts";
import { useSend } from "./use-send.ts";
import { useSlashCommands } from "./use-slash-commands.ts";
import type { Send } from "./use-send.ts";

export type ConversationViewProps = {
  readonly workspace: string;
  /** Null for a new conversation. */
  readonly conversationId: string | null;
  readonly conversations: Conversations;
  /** Opens a conversation; null opens a new one. */
  readonly onOpen: (id: string | null) => void;
  readonly onShowList: () => void;
};

const NO_GOALS: readonly GoalLine[] = [];
/** Loaded after the page: most visits see neither an active run nor a queue nor the notice. */
const RunControls = onDemand<RunControlsProps>(
  async () => (await import("./run-controls.tsx")).RunControls,
  null,
  "placeholder",
);
const QueuedMessages = onDemand<QueuedMessagesProps>(
  async () => (await import("./queued-messages.tsx")).QueuedMessages,
);
const AgentsPanel = onDemand<AgentsPanelProps>(async () => (await import("./agents-panel.tsx")).AgentsPanel);
const ModeNotice = onDemand<ModeNoticeProps>(
  async () => (await import("./mode-notice.tsx")).ModeNotice,
  null,
  "placeholder",
);

/**
 * The open conversation: its header, its turns and the composer, with the goals of the last run beside them. Loads the conversation,
 * follows its last run and registers its commands.
 */
export function ConversationView(props: ConversationViewProps): ReactElement {
  const { workspace, conversationId } = props;
  const chat = useChat(workspace, conversationId);
  const send = useSend(workspace, conversationId);
  const choices = useRunChoices(workspace, {
    id: conversationId,
    model: chat.model,
    agent: chat.agent,
    folderId: chat.folderId,
  });
  const strategy = useStrategyChoice(workspace, {
    id: conversationId,
    // A strategy belongs to its agent, so another agent begins with its own.
    last: chat.trace?.agent.name === choices.agent ? chat.trace.agent.strategy : null,
    own: choices.ownStrategy,
  });
  const budget = useBudget(workspace, { id: conversationId, budget: chat.budget });
  const servers = useServerTools(workspace, { id: conversationId, serverTools: chat.serverTools });
  const goalsPanel = useGoalsPanel();
  useCommands(CONVERSATION_COMMANDS, { context: { toggleGoals: goalsPanel.toggle } });
  useDocumentTitle(conversationId === null ? null : chat.title);
  const lastTurn = chat.log.turns.at(-1);
  const runStatus = chat.trace?.status ?? "queued";
  const goals = useMemo(
    () => (lastTurn === undefined ? NO_GOALS : goalLines(lastTurn.goals, runStatus)),
    [lastTurn, runStatus],
  );
  const openNew = (): void => {
    props.onOpen(null);
  };
  const loadFailed = chat.status === "error";
  const hasMessage = conversationId !== null || send.sending !== null;
  const hasPanel = goalsPanel.isVisible && !loadFailed;
  return (
    // The columns do not depend on their contents, so that nothing moves when a browser shows a part of the page before the panel arrives.
    <div
      className={classNames(
        "grid min-h-0 min-w-0 flex-1 grid-cols-1 grid-rows-1",
        hasPanel && "min-[1100px]:grid-cols-[minmax(0,1fr)_304px]",
      )}
    >
      <div className="flex min-h-0 min-w-0 flex-col">
        <ConversationBar
          workspace={workspace}
          conversationId={conversationId}
          chat={chat}
          budget={budget}
          conversations={props.conversations}
          onShowList={props.onShowList}
          onShowGoals={goalsPanel.isVisible ? null : goalsPanel.show}
          onDeleted={openNew}
        />
        {hasMessage && !loadFailed && <GoalStrip lines={goals} loading={isChatLoading(chat)} />}
        <ConversationBody
          workspace={workspace}
          conversationId={conversationId}
          chat={chat}
          send={send}
          choices={choices}
          strategy={strategy}
          budget={budget}
          servers={servers}
          onNew={openNew}
        />
      </div>
      {hasPanel && (
        <GoalsPanel
          lines={goals}
          href={chat.trace === null ? null : traceHref(workspace, chat.trace.id)}
          loading={isChatLoading(chat)}
          onHide={goalsPanel.hide}
        />
      )}
    </div>
  );
}

/** Whether the goals panel is visible, remembered for this browser tab. It is visible by default. */
function useGoalsPanel(): {
  readonly isVisible: boolean;
  readonly show: () => void;
  readonly hide: () => void;
  readonly toggle: () => void;
} {
  const [hidden, setHidden] = useSessionText("chat.goals.hidden");
  const isVisible = hidden === "";
  const show = (): void => {
    setHidden("");
  };
  const hide = (): void => {
    setHidden("yes");
  };
  return { isVisible, show, hide, toggle: isVisible ? hide : show };
}

type ConversationBodyProps = Pick<ConversationViewProps, "workspace" | "conversationId"> & {
  readonly chat: Chat;
  readonly send: Send;
  readonly choices: RunChoices;
  readonly strategy: StrategyChoice;
  readonly budget: ChatBudget;
  readonly servers: ChatServers;
  readonly onNew: () => void;
};

/**
 * The turns of the conversation, or the start page of a new one, with the composer below. If the conversation fails to load, shows the
 * error instead. Submitted text runs as a slash command, waits in the queue while a run is active, or starts the next run.
 */
function ConversationBody(props: ConversationBodyProps): ReactElement {
  const { workspace, conversationId, chat, send, choices, strategy, budget, servers, onNew } = props;
  const translate = useTranslations("chat");
  const [draft, setDraft] = useSessionText(draftKey(workspace, conversationId));
  const queue = useQueue(workspace, conversationId, { chat, choices });
  const delivery = useDelivery(workspace);
  const commands = useSlashCommands(workspace, budget);
  const { trace } = chat;

  const submit = (text: string, tourStrategy?: StrategyName): void => {
    setDraft("");
    const command = readCommand(text);
    if (command !== null) {
      commands.run(command, trace?.id ?? null);
      return;
    }
    commands.dismiss();
    if (chat.busy && trace !== null && delivery.kind === "steer") {
      void delivery.steer(trace.id, text.trim()).then((sent) => {
        if (!sent) setDraft(text);
      });
      return;
    }
    if (chat.busy) {
      void queue.add(text.trim()).then((queued) => {
        if (!queued) setDraft(text);
      });
      return;
    }
    const { chosenModel: model, agent, folderId } = choices;
    const turn = {
      text: text.trim(),
      model,
      agent,
      folderId,
      strategy: tourStrategy ?? strategy.chosen,
      budget: budget.budget,
      serverTools: servers.chosen,
      choicesStored: servers.stored(),
    };
    void send.start(turn).then((sent) => {
      // Restore the draft so that the person can send it again.
      if (!sent) setDraft(text);
      else {
        budget.forget();
        servers.forget();
      }
    });
  };

  if (chat.status === "error") {
    return (
      <LoadFailed query={{ error: chat.error, refetch: chat.retry }} title={translate("thread.failed")}>
        <Button variant="ghost" onClick={onNew}>
          {translate("list.new")}
        </Button>
      </LoadFailed>
    );
  }
  const context = chat.log.turns.findLast((turn) => turn.context !== null)?.context ?? null;
  const needsModel = choices.loaded && choices.model === null;
  return (
    <>
      {chat.status === "new" && send.sending === null ? (
        <StartPage workspace={workspace} send={send} choices={choices} onPrompt={submit} />
      ) : (
        <Thread key={conversationId ?? "new"} workspace={workspace} chat={chat} send={send} />
      )}
      <ModeNotice workspace={workspace} />
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
        stopping={send.canceling !== null && send.canceling === trace?.id}
        placeholder={translate(
          chat.busy
            ? (`composer.${delivery.kind}Placeholder` as const)
            : needsModel
              ? "composer.noModelPlaceholder"
              : "composer.placeholder",
        )}
        blocked={sendBlockedReason({ chat, send, choices }, translate)}
        notice={needsModel ? <ConnectModelNotice workspace={workspace} /> : null}
        sendLabel={translate(chat.busy ? (`composer.${delivery.kind}` as const) : "composer.send")}
        strip={
          <>
            {trace !== null && chat.busy && <RunStrip trace={trace} turn={lastRunTurn(chat)} />}
            {delivery.error !== null && <FailureNote error={delivery.error} />}
            {commands.notice !== null && (
              <CommandNotice text={commands.notice} onDismiss={commands.dismiss} />
            )}
            {commands.showsAgents && (
              <AgentsPanel workspace={workspace} traceId={trace?.id ?? null} onClose={commands.dismiss} />
            )}
            {queue.error !== null && <FailureNote error={queue.error} />}
            {queue.messages.length > 0 && <QueuedMessages queue={queue} />}
          </>
        }
        runControls={
          trace !== null &&
          chat.busy && <RunControls workspace={workspace} trace={trace} delivery={delivery} />
        }
        choices={
          <>
            <ComposerChoices workspace={workspace} choices={choices} servers={servers} isBusy={chat.busy} />
            <StrategyMenu choice={strategy} isBusy={chat.busy} />
            {conversationId !== null && <ModeChoice workspace={workspace} conversationId={conversationId} />}
            {context && <ContextGauge context={context} />}
          </>
        }
      />
    </>
  );
}

type StartPageProps = Pick<ConversationBodyProps, "workspace" | "send" | "choices"> & {
  readonly onPrompt: (text: string, strategy?: StrategyName) => void;
};

/** A new conversation before its first message, with the error if that message could not be sent. */
function StartPage({ workspace, send, choices, onPrompt }: StartPageProps): ReactElement {
  const failureText = useFailureText();
  return (
    <>
      <NewChat workspace={workspace} choices={choices} onPrompt={onPrompt} />
      {send.error !== null && (
        <div className="measure mb-4 flex-none">
          <FailureCard workspace={workspace} {...failureText(send.error, "change")} onRetry={null} />
        </div>
      )}
    </>
  );
}

/** Asks the person to connect a model, with a link to the model settings. */
function ConnectModelNotice({ workspace }: Pick<ConversationBodyProps, "workspace">): ReactNode {
  const translate = useTranslations("chat.composer");
  return translate.rich("connectFirst", {
    link: (text) => (
      <Link href={`/w/${encodeURIComponent(workspace)}/settings/models`} className="link">
        {text}
      </Link>
    ),
  });
}

type CommandNoticeProps = { readonly text: string; readonly onDismiss: () => void };

/** The outcome of the last slash command. */
function CommandNotice({ text, onDismiss }: CommandNoticeProps): ReactElement {
  const translate = useTranslations("chat.command");
  return (
    <p role="status" className="flex items-center gap-2 border-b border-line px-4 text-12 text-ink-2">
      <span className="min-w-0 flex-1 py-2">{text}</span>
      <IconButton label={translate("close")} icon={X} size="small" onClick={onDismiss} />
    </p>
  );
}

/** Returns the turn of the last run, or null before its first entry. */
function lastRunTurn(chat: Chat): Turn | null {
  const turn = chat.log.turns.at(-1);
  return turn !== undefined && turn.traceId === chat.trace?.id ? turn : null;
}

/** Returns why sending is blocked, or null when it is allowed. */
function sendBlockedReason(
  { chat, send, choices }: Pick<ConversationBodyProps, "chat" | "send" | "choices">,
  translate: ReturnType<typeof useTranslations<"chat">>,
): string | null {
  if (send.sending !== null || send.retrying) return translate("composer.blocked.sending");
  if (!choices.loaded || chat.status === "pending") return translate("composer.blocked.loading");
  if (choices.model === null) return translate("composer.blocked.noModel");
  return null;
}
