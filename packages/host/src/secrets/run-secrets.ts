import { GoaltraceError } from "@goaltrace/core";
import type { RunSecrets, SecretRequest } from "@goaltrace/core/ports";
import { destinationDomain, secretRefusal } from "@goaltrace/core/secrets";
import type { SecretStore, StoredSecret } from "@goaltrace/db";
import type { Vault } from "@goaltrace/tools";
import { openSecret } from "./open-secrets.ts";

export type RunSecretParts = {
  readonly store: Pick<SecretStore, "list" | "noteUse">;
  readonly vault: Vault;
};

/**
 * Creates the secrets of a run. They are read at each use, so a rotation takes effect at once. `learn` receives all of them before a value leaves, for
 * masking.
 */
export function createRunSecrets(
  { store, vault }: RunSecretParts,
  workspaceId: string,
  learn: (secrets: readonly StoredSecret[]) => void,
): RunSecrets {
  return {
    async open(request) {
      const secrets = await store.list({ workspaceId });
      const wanted = request.names.map((name) => permitted(secrets, name, request));
      learn(secrets);
      return new Map(wanted.map((secret) => [secret.name, openSecret(vault, workspaceId, secret)]));
    },
    async noteUse({ traceId, toolCallId, tool, destination }, sequences) {
      const domain = destinationDomain(destination) ?? "";
      for (const [name, sequence] of sequences)
        await store.noteUse({ workspaceId }, name, { traceId, toolCallId, tool, domain, sequence });
    },
  };
}

function permitted(
  secrets: readonly StoredSecret[],
  name: string,
  { tool, destination }: SecretRequest,
): StoredSecret {
  const secret = secrets.find((candidate) => candidate.name === name);
  const refusal = secret === undefined ? "missing" : secretRefusal(secret, tool, destination);
  if (secret !== undefined && refusal === null) return secret;
  const usable = secrets
    .filter((candidate) => secretRefusal(candidate, tool, destination) === null)
    .map((candidate) => candidate.name);
  const others = usable.length === 0 ? "No secret is." : `These are: ${usable.join(", ")}.`;
  throw new GoaltraceError({
    code: "NOT_ALLOWED",
    message: `${REASONS[refusal ?? "missing"](name, tool, destinationDomain(destination))} Nothing was sent. Secrets for this tool and destination: ${others}`,
    fix: "An admin decides in Settings, Secrets, which tools and domains may have a secret.",
  });
}

const REASONS: Readonly<
  Record<"missing" | "tool" | "domain", (name: string, tool: string, domain: string | null) => string>
> = {
  missing: (name) => `There is no secret ${name}.`,
  tool: (name, tool) => `The secret ${name} is not for the tool ${tool}.`,
  domain: (name, _, domain) =>
    domain === null || domain === "*"
      ? `The secret ${name} is not for commands that can reach any host.`
      : `The secret ${name} is not for ${domain}.`,
};
