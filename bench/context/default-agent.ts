import { generalAgent } from "@goaltrace/core/agents";
import type { TranscriptMessage } from "@goaltrace/core/compaction";
import { createMemoryFinder } from "@goaltrace/core/memory";
import { createInMemoryMemoryStore } from "@goaltrace/core/in-memory";
import type { ProfileStore } from "@goaltrace/core/ports";
import { createSystemClock } from "@goaltrace/core/system";
import { createTokenizer } from "@goaltrace/core/tokenizer";
import { narrowTools } from "@goaltrace/core/tools";
import { createLanguageServers, type Sandbox } from "@goaltrace/tools";
import { usableTokens } from "../../packages/core/src/context/usable-tokens.ts";
import { fitTools } from "../../packages/core/src/context/fit-tools.ts";
import { TOOLS_WINDOW_SHARE } from "../../packages/core/src/context/tunables.ts";
import { runtimeTools } from "../../packages/host/src/tools/runtime-tools.ts";

/** Only definitions are read. */
const NO_PROFILES = {} as ProfileStore;
const NO_SKILLS = {} as Parameters<typeof runtimeTools>[0]["skillWriting"];
const NO_SANDBOX: Sandbox = { report: async () => ({ strength: "enforcing" }), wrap: async () => null };

const tokenizer = createTokenizer();

const store = createInMemoryMemoryStore(createSystemClock());
const all = runtimeTools({
  machine: { sandbox: NO_SANDBOX, variables: {} },
  languageServers: createLanguageServers({
    ...{ machine: { sandbox: NO_SANDBOX, variables: {} }, folder: "/nowhere", newId: () => "" },
  }),
  web: { privateHosts: new Set(), search: null },
  profiles: NO_PROFILES,
  skillWriting: NO_SKILLS,
  memory: { store, finder: createMemoryFinder(store) },
});

/** Returns a session as the default agent has it in a window: in front of it the agent's instructions and the definitions of its tools. */
export function asDefaultAgent(
  messages: readonly TranscriptMessage[],
  window: number,
): readonly TranscriptMessage[] {
  const { tools } = narrowTools(all, "all");
  const { json } = fitTools(tools, {
    tokens: usableTokens(window) * TOOLS_WINDOW_SHARE,
    count: (text) => tokenizer.count(text),
  });
  return [{ role: "system", content: `${generalAgent.instructions}\n\n${json}` }, ...messages];
}
