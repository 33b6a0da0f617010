// A conversation that streams to the terminal; Ctrl+C cancels it. Run it with: npx tsx examples/stream-to-terminal.ts
import { type AgentRun, createAgent, type Entry, logTools } from "@goaltrace/core";

const cancel = new AbortController();
process.once("SIGINT", () => cancel.abort());

const agent = createAgent({ tools: logTools(), limits: { maxSteps: 10 } });
const first = agent.run("Plan a weekend in Rome.", { signal: cancel.signal });
await print(first);
const second = agent.run("Make it cheaper.", { previous: first, signal: cancel.signal });
await print(second);
console.log(await second.answer);

async function print(run: AgentRun): Promise<void> {
  for await (const update of run) {
    if (update.kind === "entry") printEntry(update.entry);
    // An attempt broke off and is repeated: what it streamed does not count.
    if (update.kind === "delta_withdrawn") process.stdout.write("\n… again:\n");
    if (update.kind === "delta" && update.channel === "text") process.stdout.write(update.text);
  }
}

function printEntry(entry: Entry): void {
  if (entry.kind === "message" && entry.role === "tool")
    console.log(`\n[${entry.toolName}] ${entry.outcome}: ${entry.title}`);
  if (entry.kind === "event" && entry.type === "trace.finished") console.log(`\n(${entry.data.status})\n`);
}
