import { commandGroup } from "../../../lib/commands/command.ts";
import type { RunActions } from "./run-actions.ts";

const FIND = commandGroup<RunActions>()({
  title: (t) => t("trace.keys.groups.jump"),
  kind: "page",
  scope: "area",
  commands: [
    {
      id: "run.next-error",
      label: (t) => t("trace.keys.names.nextError"),
      keys: ["e"],
      run: (run) => run.jumpTo("error", 1),
    },
    {
      id: "run.previous-error",
      label: (t) => t("trace.keys.names.previousError"),
      keys: ["E"],
      run: (run) => run.jumpTo("error", -1),
    },
    {
      id: "run.next-loop",
      label: (t) => t("trace.keys.names.nextLoop"),
      keys: ["l"],
      run: (run) => run.jumpTo("loop", 1),
    },
    {
      id: "run.previous-loop",
      label: (t) => t("trace.keys.names.previousLoop"),
      keys: ["L"],
      run: (run) => run.jumpTo("loop", -1),
    },
    {
      id: "run.next-compaction",
      label: (t) => t("trace.keys.names.nextCompaction"),
      keys: ["c"],
      run: (run) => run.jumpTo("compaction", 1),
    },
    {
      id: "run.previous-compaction",
      label: (t) => t("trace.keys.names.previousCompaction"),
      keys: ["C"],
      run: (run) => run.jumpTo("compaction", -1),
    },
    {
      id: "run.next-retry",
      label: (t) => t("trace.keys.names.nextRetry"),
      keys: ["r"],
      run: (run) => run.jumpTo("retry", 1),
    },
    {
      id: "run.previous-retry",
      label: (t) => t("trace.keys.names.previousRetry"),
      keys: ["R"],
      run: (run) => run.jumpTo("retry", -1),
    },
    {
      id: "run.expensive",
      label: (t) => t("trace.keys.names.expensive"),
      keys: ["m"],
      run: (run) => run.jumpToExpensive(),
    },
    {
      id: "run.search",
      label: (t) => t("trace.keys.names.search"),
      keys: ["/"],
      run: (run) => run.focusSearch(),
    },
    {
      id: "run.next-hit",
      label: (t) => t("trace.keys.names.nextHit"),
      keys: ["n"],
      when: (run) => run.hasHits,
      run: (run) => run.goToHit(1),
    },
    {
      id: "run.previous-hit",
      label: (t) => t("trace.keys.names.previousHit"),
      keys: ["N"],
      when: (run) => run.hasHits,
      run: (run) => run.goToHit(-1),
    },
    {
      id: "run.failing",
      label: (t) => t("trace.keys.names.failing"),
      keys: ["x"],
      run: (run) => run.toggleFailing(),
    },
    {
      id: "run.why",
      label: (t) => t("trace.keys.names.why"),
      keys: ["w"],
      run: (run) => run.showWhy(),
    },
  ],
});

export const FIND_COMMANDS = [FIND];
