import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import { secretRefusal } from "@goaltrace/core/secrets";
import type { SecretStore, WebChoice, WebChoiceStore } from "@goaltrace/db";
import { readEnteredSearch } from "@goaltrace/tools";

type WebPorts = {
  readonly webChoices: Pick<WebChoiceStore, "save">;
  readonly secrets: Pick<SecretStore, "list">;
};

/**
 * Saves the settings of a workspace for the web. Errors: INVALID_INPUT for a service without an address or key, and for a key that is not among the
 * secrets of the workspace or may not go there.
 */
export async function saveWebChoice(ports: WebPorts, scope: Scope, choice: WebChoice): Promise<void> {
  if (choice.search !== null) await checkKey(ports, scope, choice.search);
  await ports.webChoices.save(scope.workspaceId, choice);
}

async function checkKey(
  { secrets }: WebPorts,
  scope: Scope,
  search: NonNullable<WebChoice["search"]>,
): Promise<void> {
  const { url, secret: name } = readEnteredSearch(search);
  if (name === undefined) return;
  const secret = (await secrets.list(scope)).find((stored) => stored.name === name);
  const refusal =
    secret === undefined
      ? "missing"
      : secretRefusal(secret, "search", { kind: "address", address: url.href });
  if (refusal === null) return;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: {
      missing: `There is no secret ${name}.`,
      tool: `The secret ${name} is not for the tool search.`,
      domain: `The secret ${name} is not for ${url.host}.`,
    }[refusal],
    fix: `Add or rotate it in Settings, Secrets, for the tool search and the domain ${domainOf(url)}.`,
  });
}

/** As the page of secrets writes it. */
function domainOf({ origin, host, protocol }: URL): string {
  return protocol === "https:" ? host : origin;
}
