import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { GoaltraceError } from "@goaltrace/core";
import type { Vault } from "../secrets/vault.ts";

const FORMAT_VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** Encrypts versions of files (AES-256-GCM). `context` is authenticated, as in `Vault`. */
export type VersionSeal = {
  seal(this: void, bytes: Uint8Array, context: string): Uint8Array<ArrayBuffer>;
  /** Errors: CONFIGURATION_INVALID when the server's secret, the context or a byte differs. */
  open(this: void, sealed: Uint8Array, context: string): Buffer;
};

/** Returns the seal for versions of files, with a key of its own that follows from the server's secret. */
export function createVersionSeal(vault: Pick<Vault, "derive">): VersionSeal {
  const key = Buffer.from(vault.derive("file-versions"), "hex");
  return {
    seal: (bytes, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
      return new Uint8Array(Buffer.concat([Buffer.of(FORMAT_VERSION), nonce, cipher.getAuthTag(), sealed]));
    },
    open: (sealed, context) => {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      if (bytes[0] !== FORMAT_VERSION || bytes.length < HEAD_BYTES) throw unreadable();
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(1, 1 + NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        });
        decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(1 + NONCE_BYTES, HEAD_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES)), decipher.final()]);
      } catch (cause) {
        throw unreadable(cause);
      }
    },
  };
}

function unreadable(cause?: unknown): GoaltraceError {
  return new GoaltraceError(
    {
      code: "CONFIGURATION_INVALID",
      message: "A stored version of a file cannot be decrypted with this server's secret.",
      fix: "Start the server with the GOALTRACE_SECRET (or secret.key) that was used when the run changed the file.",
    },
    { cause },
  );
}
