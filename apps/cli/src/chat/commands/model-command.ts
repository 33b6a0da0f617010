import { GoaltraceError } from "@goaltrace/core";
import { adviseModel, modelCatalog } from "@goaltrace/host";
import type { ChatCommand } from "../chat-command.ts";

/** `/model`, `/model NAME`: lists the models, or chooses the one of the next turns. */
export const modelCommand: ChatCommand = {
  name: "model",
  argument: "[name]",
  description: "list the models, or choose the one of the next turns",
  worksDuringRuns: true,
  run: async ({ runtime, scope, model, setModel }, terminal, argument) => {
    const sources = { models: runtime.stores.models, environment: runtime.environmentModels };
    const catalog = await modelCatalog(sources, scope.workspaceId);
    if (argument === "") {
      const current = model() ?? catalog.defaultReference;
      for (const { reference, label } of catalog.items)
        terminal.print(
          `  ${reference === current ? "▸" : " "} ${reference}${label === reference ? "" : `  ${label}`}`,
        );
      return "continue";
    }
    if (!catalog.items.some(({ reference }) => reference === argument))
      throw new GoaltraceError({
        code: "INVALID_INPUT",
        message: `The model ${argument} is not configured.`,
        fix: adviseModel(catalog, argument),
      });
    setModel(argument);
    terminal.print(`  The next turns use ${argument}.`, "quiet");
    return "continue";
  },
};
