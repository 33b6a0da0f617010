import { presetAgents } from "@goaltrace/core/agents";
import { findAgent } from "@goaltrace/host";
import { defineCommand } from "citty";
import { standardOutput } from "../standard-output.ts";

const json = { type: "boolean", description: "Print one JSON line per agent" } as const;

const listCommand = defineCommand({
  meta: { name: "list", description: "List the agents with one line each" },
  args: { json },
  run: ({ args }) => {
    for (const { agent, description, isReadOnly } of presetAgents.list())
      standardOutput.print(
        args.json === true
          ? JSON.stringify({ name: agent.name, description, isReadOnly, source: "built-in" })
          : `${agent.name.padEnd(10)} ${description} (built-in)`,
      );
  },
});

const showCommand = defineCommand({
  meta: { name: "show", description: "Show an agent: its instructions, tools and limits" },
  args: { name: { type: "positional", description: "Agent name", required: true }, json },
  run: ({ args }) => {
    const { agent, description, isReadOnly } = findAgent(args.name);
    if (args.json === true) {
      standardOutput.print(JSON.stringify({ ...agent, description, isReadOnly, source: "built-in" }));
      return;
    }
    const { maxSteps } = agent.limits;
    standardOutput.print(`${agent.name}: ${description}`);
    standardOutput.print("source: built-in");
    standardOutput.print(`tools: ${isReadOnly ? "those that change nothing" : "all that the run permits"}`);
    standardOutput.print(`limits: ${maxSteps} steps`);
    standardOutput.print(`\n${agent.instructions}`);
  },
});

/** `goaltrace agents list|show`: the agents that can run and be handed work. Needs no database. */
export const agentsCommand = defineCommand({
  meta: { name: "agents", description: "List and show agents" },
  subCommands: { list: listCommand, show: showCommand },
});
