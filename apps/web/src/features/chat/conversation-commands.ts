import { commandGroup } from "../../lib/commands/command.ts";

/** The actions of a conversation that its commands call. */
type ConversationActions = { readonly toggleGoals: () => void };

export const CONVERSATION_COMMANDS = [
  commandGroup<ConversationActions>()({
    title: (t) => t("chat.keys.title"),
    kind: "page",
    scope: "window",
    commands: [
      // The message field handles these keys because it knows about IME composition and whether sending is allowed.
      { id: "chat.send", label: (t) => t("chat.keys.send"), keys: ["Enter"], run: null },
      { id: "chat.new-line", label: (t) => t("chat.keys.newLine"), keys: ["Shift+Enter"], run: null },
      { id: "chat.stop", label: (t) => t("chat.keys.stop"), keys: ["Escape"], run: null },
      {
        id: "chat.goals",
        label: (t) => t("chat.keys.goals"),
        keys: ["]"],
        run: (conversation) => conversation.toggleGoals(),
      },
    ],
  }),
];
