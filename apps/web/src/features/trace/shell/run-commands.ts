import { commandGroup } from "../../../lib/commands/command.ts";
import { FIND_COMMANDS } from "./run-find-commands.ts";
import type { RunActions } from "./run-actions.ts";
import { MAIN_VIEWS } from "../state/url-state.ts";

const runGroup = commandGroup<RunActions>();

const MOVE = runGroup({
  title: (t) => t("trace.keys.groups.move"),
  kind: "page",
  scope: "area",
  commands: [
    {
      id: "run.previous-entry",
      label: (t) => t("trace.keys.names.previousEntry"),
      keys: ["ArrowLeft"],
      run: (run) => run.stepEntry(-1),
    },
    {
      id: "run.next-entry",
      label: (t) => t("trace.keys.names.nextEntry"),
      keys: ["ArrowRight"],
      run: (run) => run.stepEntry(1),
    },
    {
      id: "run.previous-sibling",
      label: (t) => t("trace.keys.names.previousSibling"),
      keys: ["ArrowUp"],
      run: (run) => run.stepSibling(-1),
    },
    {
      id: "run.next-sibling",
      label: (t) => t("trace.keys.names.nextSibling"),
      keys: ["ArrowDown"],
      run: (run) => run.stepSibling(1),
    },
    {
      id: "run.inspect",
      label: (t) => t("trace.keys.names.inspect"),
      keys: ["Enter"],
      run: (run) => run.inspect(),
    },
    {
      id: "run.toggle-steps",
      label: (t) => t("trace.keys.names.toggleSteps"),
      keys: ["Space"],
      run: (run) => run.toggleSteps(),
    },
    {
      id: "run.less-detail",
      label: (t) => t("trace.keys.names.lessDetail"),
      keys: ["["],
      run: (run) => run.stepLevel(-1),
    },
    {
      id: "run.more-detail",
      label: (t) => t("trace.keys.names.moreDetail"),
      keys: ["]"],
      run: (run) => run.stepLevel(1),
    },
    {
      id: "run.first",
      label: (t) => t("trace.keys.names.first"),
      keys: ["Home"],
      run: (run) => run.goToEnd(-1),
    },
    {
      id: "run.last",
      label: (t) => t("trace.keys.names.last"),
      keys: ["End"],
      run: (run) => run.goToEnd(1),
    },
    {
      id: "run.farther",
      label: (t) => t("trace.keys.names.farther"),
      keys: ["-"],
      when: (run) => run.hasGraph(),
      run: (run) => run.stepDistance(-1),
    },
    {
      id: "run.nearer",
      label: (t) => t("trace.keys.names.nearer"),
      keys: ["+"],
      when: (run) => run.hasGraph(),
      run: (run) => run.stepDistance(1),
    },
    {
      id: "run.fit",
      label: (t) => t("trace.keys.names.fit"),
      keys: ["f"],
      when: (run) => run.canFit(),
      run: (run) => run.fit(),
    },
    {
      id: "run.reveal",
      label: (t) => t("trace.keys.names.selection"),
      keys: ["0"],
      run: (run) => run.reveal(),
    },
  ],
});

/** The keys of the views by letter and by position. */
const VIEW_KEYS = {
  graph: ["g g", "1"],
  transcript: ["g t", "2"],
  timeline: ["g w", "3"],
  table: ["g b", "4"],
  context: ["g x", "5"],
} as const;

const VIEWS = runGroup({
  title: (t) => t("trace.keys.groups.views"),
  kind: "page",
  scope: "area",
  commands: MAIN_VIEWS.map((view) => ({
    id: `run.view-${view}`,
    label: (t) => t(`trace.keys.names.${view}`),
    keys: VIEW_KEYS[view],
    run: (run) => run.show(view),
  })),
});

const TIME = runGroup({
  title: (t) => t("trace.keys.groups.time"),
  kind: "page",
  scope: "area",
  commands: [
    {
      id: "run.play",
      label: (t) => t("trace.keys.names.play"),
      keys: [","],
      run: (run) => run.togglePlay(),
    },
    {
      id: "run.follow",
      label: (t) => t("trace.keys.names.follow"),
      keys: ["."],
      run: (run) => run.toggleFollow(),
    },
    {
      id: "run.copy-link",
      label: (t) => t("trace.keys.names.copy"),
      keys: ["y"],
      run: (run) => run.copyLink(),
    },
  ],
});

/** The commands of the debugger. Active only while the focus is inside it. */
export const RUN_COMMANDS = [MOVE, ...FIND_COMMANDS, VIEWS, TIME];
