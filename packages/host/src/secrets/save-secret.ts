import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import { isSecretName, parseSecretDomain } from "@goaltrace/core/secrets";
import type { ToolSet } from "@goaltrace/core/tools";
import type { SecretStore } from "@goaltrace/db";
import { secretContext, type Vault } from "@goaltrace/tools";
import { SECRET_MAX_CHARACTERS, SECRET_MIN_CHARACTERS } from "../tunables.ts";
import { openSecret } from "./open-secrets.ts";

export type SecretPorts = {
  readonly secrets: Pick<SecretStore, "list" | "save">;
  readonly vault: Vault;
  readonly tools: ToolSet;
};

/** A secret as a person enters it. */
export type SecretInput = {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
  readonly domains: readonly string[];
  readonly value: string;
};

/** Returns the names of the tools that may have secrets. */
export function secretTools({ tools }: ToolSet): readonly string[] {
  return tools.filter(({ fillsSecrets }) => fillsSecrets === true).map(({ name }) => name);
}

/**
 * Adds a secret. Errors: INVALID_INPUT for a name, value, tool or domain that cannot be; CONFLICT when the workspace has one of this name.
 */
export async function addSecret(ports: SecretPorts, scope: Scope, input: SecretInput): Promise<void> {
  const { name, description, value } = input;
  if (!isSecretName(name))
    throw invalid(
      `"${name.slice(0, 80)}" is not a name of a secret.`,
      "Use up to 64 letters, digits, - and _, beginning with a letter or digit.",
    );
  const grant = checkGrant(ports.tools, input);
  const sealed = sealValue(ports.vault, { ...grant, name, workspaceId: scope.workspaceId, value });
  const isWritten = await ports.secrets.save(
    scope,
    { name, description, sealed, previous: null, ...grant },
    0,
  );
  if (!isWritten) throw alreadyExists(name);
}

/**
 * Replaces the value of a secret, from the next use on. With `grant` also the tools and domains that may have it, which is possible only together
 * with a value: else anyone who may change them could send a secret to themselves. Errors: those of `addSecret`; NOT_FOUND; CONFLICT when someone
 * else rotated it meanwhile.
 */
export async function rotateSecret(
  ports: SecretPorts,
  scope: Scope,
  {
    name,
    value,
    grant: entered,
    description,
  }: {
    readonly name: string;
    readonly value: string;
    readonly grant?: Pick<SecretInput, "tools" | "domains"> | undefined;
    readonly description?: string | undefined;
  },
): Promise<{ readonly version: number }> {
  const { workspaceId } = scope;
  const before = (await ports.secrets.list(scope)).find((secret) => secret.name === name);
  if (before === undefined)
    throw new GoaltraceError({
      code: "NOT_FOUND",
      message: `There is no secret ${name.slice(0, 80)}.`,
      fix: "Check its name, or add it.",
    });
  const grant = entered === undefined ? before : checkGrant(ports.tools, entered);
  const { tools, domains } = grant;
  const place = { workspaceId, name, tools, domains };
  const isWritten = await ports.secrets.save(
    scope,
    {
      ...{ name, tools, domains },
      description: description ?? before.description,
      sealed: sealValue(ports.vault, { ...place, value }),
      previous: previousValue(ports.vault, before, place),
    },
    before.version,
  );
  if (!isWritten)
    throw new GoaltraceError({
      code: "CONFLICT",
      message: `Someone else changed the secret ${name} meanwhile.`,
      fix: "Load the page again, and rotate it again if that is still needed.",
    });
  return { version: before.version + 1 };
}

/** A value that cannot be opened cannot be masked either, and must not keep anyone from replacing it. */
function previousValue(
  vault: Vault,
  before: Parameters<typeof openSecret>[2],
  place: Parameters<typeof secretContext>[0],
): Uint8Array | null {
  try {
    return vault.seal(openSecret(vault, place.workspaceId, before), secretContext(place));
  } catch {
    return null;
  }
}

function sealValue(
  vault: Vault,
  { value, ...place }: Parameters<typeof secretContext>[0] & { readonly value: string },
): Uint8Array {
  const { length } = value;
  if (length < SECRET_MIN_CHARACTERS || length > SECRET_MAX_CHARACTERS)
    throw invalid(
      `A secret has ${SECRET_MIN_CHARACTERS} to ${SECRET_MAX_CHARACTERS} characters; this value has ${length}.`,
      "Shorter values cannot be masked, because they are ordinary words as well.",
    );
  if (/[\0\r\n]/u.test(value) && !value.includes("-----BEGIN"))
    throw invalid(
      "The value has line breaks.",
      "Enter it without them. Only keys in PEM format have several lines.",
    );
  return vault.seal(value, secretContext(place));
}

function checkGrant(
  tools: ToolSet,
  entered: Pick<SecretInput, "tools" | "domains">,
): Pick<SecretInput, "tools" | "domains"> {
  const possible = secretTools(tools);
  const unknown = entered.tools.find((tool) => !possible.includes(tool));
  if (unknown !== undefined)
    throw invalid(
      `The tool ${unknown.slice(0, 80)} cannot have secrets.`,
      `These can: ${possible.join(", ")}.`,
    );
  if (entered.tools.length === 0)
    throw invalid("No tool may have the secret.", `Choose at least one of ${possible.join(", ")}.`);
  const domains = entered.domains.map((domain) => {
    const parsed = parseSecretDomain(domain);
    if (parsed === null)
      throw invalid(
        `"${domain.slice(0, 80)}" is not a domain.`,
        "Write domains such as api.example.com, *.example.com:8443 or http://wiki.internal.",
      );
    return parsed;
  });
  return { tools: [...new Set(entered.tools)], domains: [...new Set(domains)] };
}

function alreadyExists(name: string): GoaltraceError {
  return new GoaltraceError({
    code: "CONFLICT",
    message: `There is a secret ${name} already.`,
    fix: "Rotate it, or use another name.",
  });
}

function invalid(message: string, fix: string): GoaltraceError {
  return new GoaltraceError({ code: "INVALID_INPUT", message, fix });
}
