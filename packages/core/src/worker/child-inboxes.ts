import type { RunPorts } from "../loop/ports.ts";
import type { LiveFeed } from "../ports/live-feed.ts";
import type { OpenChildInbox } from "../run-tree.ts";
import { createSignalInbox, type SignalInbox } from "./signal-inbox.ts";

/** The inboxes of the sub-agents of one claimed run. */
export type ChildInboxes = {
  readonly open: OpenChildInbox;
  /** Reads the pending signals of all of them. Errors: those of the store. */
  check(): Promise<void>;
  close(): void;
};

/** Creates them empty. An inbox is read when a notice arrives, and with `check` in case one was lost. */
export function createChildInboxes(ports: RunPorts, live: LiveFeed): ChildInboxes {
  const inboxes: SignalInbox[] = [];
  const listening: (() => void)[] = [];
  return {
    open: (child, onSignal) => {
      const inbox = createSignalInbox(ports, child, onSignal);
      inboxes.push(inbox);
      listening.push(
        live.subscribe({ traceId: child.id }, (notice) => {
          if (notice.kind === "signalled") void inbox.check().catch(() => undefined);
        }),
      );
      return inbox;
    },
    check: async () => void (await Promise.all(inboxes.map(async (inbox) => await inbox.check()))),
    close: () => {
      for (const stop of listening) stop();
    },
  };
}
