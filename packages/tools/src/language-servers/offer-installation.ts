import type { ToolContext } from "@goaltrace/core";
import { CallAsks } from "@goaltrace/core/call-asks";
import type { LanguageServers } from "./language-servers.ts";
import type { ServerKind } from "./server-kinds.ts";

const INSTALL = "Install it";
const DECLINE = "Go on without it";

/**
 * Ensures that a server is installed, by asking the person on first use. Returns null when it is, otherwise the reason for the model. Errors:
 * `CallAsks`, with the question.
 */
export async function offerInstallation(
  servers: Pick<LanguageServers, "modules" | "install">,
  kind: ServerKind,
  { answer, signal }: Pick<ToolContext, "answer" | "signal">,
): Promise<string | null> {
  if ((await servers.modules(kind)) !== null) return null;
  const packages = (kind.packages ?? []).map(({ name, version }) => `${name} ${version}`).join(", ");
  if (answer === null || answer === undefined)
    throw new CallAsks({
      text: `The agent wants to check ${kind.label} code with a language server. Install ${packages} from npm on the server, once for all projects?`,
      choices: [INSTALL, DECLINE],
      memo: kind.name,
    });
  if (answer.text !== INSTALL)
    return `${kind.name} is not installed, and nobody agreed to install it. Go on without it; do not ask again.`;
  try {
    await servers.install(kind, signal);
    return null;
  } catch (thrown) {
    signal.throwIfAborted();
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
}
