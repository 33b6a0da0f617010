import type { NumberedSecret } from "@goaltrace/core/system";
import type { StoredSecret } from "@goaltrace/db";
import { secretContext, type Vault } from "@goaltrace/tools";

/** Returns the value of a secret. Errors: CONFIGURATION_INVALID as `Vault.open`. */
export function openSecret(vault: Vault, workspaceId: string, secret: StoredSecret): string {
  return vault.open(secret.sealed, secretContext({ ...secret, workspaceId }));
}

/**
 * Returns the values of secrets for masking, numbered by their version, with those before the last rotation. Those that cannot be opened are left out;
 * using such a secret reports the reason.
 */
export function knownSecretValues(
  vault: Vault,
  workspaceId: string,
  secrets: readonly StoredSecret[],
): readonly NumberedSecret[] {
  return secrets.flatMap((secret) => {
    const context = secretContext({ ...secret, workspaceId });
    const sealed: readonly (readonly [Uint8Array | null, number])[] = [
      [secret.sealed, secret.version],
      [secret.previous, secret.version - 1],
    ];
    return sealed.flatMap(([bytes, number]) => {
      if (bytes === null) return [];
      try {
        return [{ kind: secret.name, number, value: vault.open(bytes, context) }];
      } catch {
        return [];
      }
    });
  });
}
