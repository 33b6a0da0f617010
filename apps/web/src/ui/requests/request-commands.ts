import { commandGroup } from "../../lib/commands/command.ts";

/** The actions on the request that has the focus. */
export type RequestActions = {
  readonly isApproval: boolean;
  readonly approve: () => void;
  readonly edit: () => void;
  readonly deny: () => void;
};

const REQUEST = commandGroup<RequestActions>()({
  title: (t) => t("requests.keys.title"),
  kind: "page",
  scope: "focus",
  inPalette: false,
  commands: [
    {
      id: "request.approve",
      label: (t) => t("requests.keys.approve"),
      keys: ["a"],
      when: ({ isApproval }) => isApproval,
      run: (request) => request.approve(),
    },
    {
      id: "request.edit",
      label: (t) => t("requests.keys.edit"),
      keys: ["e"],
      when: ({ isApproval }) => isApproval,
      run: (request) => request.edit(),
    },
    {
      id: "request.deny",
      label: (t) => t("requests.keys.deny"),
      keys: ["d"],
      when: ({ isApproval }) => isApproval,
      run: (request) => request.deny(),
    },
  ],
});

/** Active while the focus is in an open request. */
export const REQUEST_COMMANDS = [REQUEST];
