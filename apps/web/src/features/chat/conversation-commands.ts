import { commandGroup } from "../../lib/commands/command.ts";

/** The conversation as its commands see it. */
type ConversationActions = { readonly toggleGoals: () => void };

export const CONVERSATION_COMMANDS = [
  commandGroup<ConversationActions>()({
    title: (t) => t("chat.keys.title"),
    kind: "page",
    scope: "window",
    commands: [
      // The message field answers to these itself: it knows about input methods and what can be sent.
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
