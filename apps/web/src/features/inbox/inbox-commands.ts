import { commandGroup } from "../../lib/commands/command.ts";

/** The actions of the inbox. */
export type InboxActions = {
  readonly next: () => void;
  readonly previous: () => void;
  /** Opens the conversation or run of the request; null while none is selected. */
  readonly open: (() => void) | null;
};

const INBOX = commandGroup<InboxActions>()({
  title: (t) => t("requests.keys.title"),
  kind: "page",
  scope: "window",
  commands: [
    {
      id: "inbox.next",
      label: (t) => t("requests.keys.next"),
      keys: ["j"],
      run: (inbox) => inbox.next(),
    },
    {
      id: "inbox.previous",
      label: (t) => t("requests.keys.previous"),
      keys: ["k"],
      run: (inbox) => inbox.previous(),
    },
    {
      id: "inbox.open",
      label: (t) => t("requests.keys.open"),
      keys: ["o"],
      when: ({ open }) => open !== null,
      run: (inbox) => inbox.open?.(),
    },
  ],
});

export const INBOX_COMMANDS = [INBOX];
