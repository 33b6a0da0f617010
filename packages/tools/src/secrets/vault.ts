import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { link, mkdir, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { GoaltraceError } from "@goaltrace/core";
import { readFileBounded } from "../bounded/read-bounded.ts";

/**
 * Encrypts secrets for storage (AES-256-GCM). `context` identifies the owner of the secret and is authenticated with it: a sealed secret
 * that was moved to another row, or whose row was changed, cannot be opened. `open` throws CONFIGURATION_INVALID when the server's secret
 * or the context differs from the one used for sealing.
 */
export type Vault = {
  seal(plain: string, context: string): Uint8Array<ArrayBuffer>;
  open(sealed: Uint8Array, context: string): string;
  /**
   * Returns a separate secret for another purpose (such as signing sessions) as 64 hex characters, stable while the server's secret stays
   * the same.
   */
  derive(purpose: string): string;
  /** Returns a mark of a value for masks: four hexadecimal digits, which say nothing without the server's secret. */
  fingerprint(value: string): string;
  /** The server's secret as its file holds it. Only for masking. */
  readonly rootSecret: string;
};

const FORMAT_VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const SECRET_FILE = "secret.key";
/** A generated secret has 64 characters. */
const SECRET_MAX_BYTES = 4096;

/**
 * Opens the vault of a server. The root secret is `secret` (GOALTRACE_SECRET) if set, otherwise the file `secret.key` under `home` with
 * mode 0600, created on first use. All processes of the server (web and workers) must use the same secret.
 */
export async function openVault(options: {
  readonly home: string;
  readonly secret: string | null;
}): Promise<Vault> {
  return createVault(options.secret ?? (await readOrCreateSecret(options.home)));
}

/** Returns the context a model's key is sealed for. It includes the base URL, so that a key can never be opened for a changed address. */
export function modelKeyContext(model: {
  readonly workspaceId: string;
  readonly modelId: string;
  readonly baseUrl: string | null;
}): string {
  return JSON.stringify(["model-key", model.workspaceId, model.modelId, model.baseUrl]);
}

/**
 * Returns the context a secret of a workspace is sealed for. It includes the tools and domains that may have the secret, so that a row with a changed
 * grant opens no secret: extending a grant requires the value.
 */
export function secretContext(secret: {
  readonly workspaceId: string;
  readonly name: string;
  readonly tools: readonly string[];
  readonly domains: readonly string[];
}): string {
  const { workspaceId, name, tools, domains } = secret;
  return JSON.stringify(["secret", workspaceId, name, tools.toSorted(), domains.toSorted()]);
}

/** Creates a vault with this root secret. */
export function createVault(rootSecret: string): Vault {
  const keyFor = (purpose: string): Buffer =>
    Buffer.from(hkdfSync("sha256", rootSecret, "goaltrace", purpose, KEY_BYTES));
  const key = keyFor("vault");
  const markKey = keyFor("masks");
  return {
    seal: (plain, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      return new Uint8Array(Buffer.concat([Buffer.of(FORMAT_VERSION), nonce, cipher.getAuthTag(), sealed]));
    },
    open: (sealed, context) => {
      const bytes = Buffer.from(sealed);
      if (bytes[0] !== FORMAT_VERSION || bytes.length < 1 + NONCE_BYTES + TAG_BYTES) throw unreadable();
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
      const tag = bytes.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES });
        decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
        return (
          decipher.update(bytes.subarray(1 + NONCE_BYTES + TAG_BYTES), undefined, "utf8") +
          decipher.final("utf8")
        );
      } catch (cause) {
        throw unreadable(cause);
      }
    },
    derive: (purpose) => keyFor(`derived:${purpose}`).toString("hex"),
    fingerprint: (value) => createHmac("sha256", markKey).update(value).digest("hex").slice(0, 4),
    rootSecret,
  };
}

/** The first process creates the file. `link` fails for all others, which then read that file. */
async function readOrCreateSecret(home: string): Promise<string> {
  const file = path.join(home, SECRET_FILE);
  const existing = await readSecret(file);
  if (existing !== null) return existing;
  await mkdir(home, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, randomBytes(KEY_BYTES).toString("hex"), { mode: 0o600, flag: "wx" });
  try {
    await link(draft, file);
  } catch (cause) {
    if (!hasCode(cause, "EEXIST")) throw cause;
  } finally {
    await unlink(draft);
  }
  return (await readSecret(file)) ?? readOrCreateSecret(home);
}

async function readSecret(file: string): Promise<string | null> {
  try {
    const text = (await readFileBounded(file, SECRET_MAX_BYTES))?.toString("utf8").trim();
    if (text !== undefined && text.length >= KEY_BYTES) return text;
  } catch (cause) {
    if (hasCode(cause, "ENOENT")) return null;
    throw cause;
  }
  throw new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `${file} does not contain a usable secret.`,
    fix: "Restore the file from a backup, or delete it. After deleting it, model keys must be entered again and everyone must sign in again.",
  });
}

function hasCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === code;
}

function unreadable(cause?: unknown): GoaltraceError {
  return new GoaltraceError(
    {
      code: "CONFIGURATION_INVALID",
      message: "A stored secret cannot be decrypted with this server's secret.",
      fix: "Enter the key again under Settings, Models, or start the server with the GOALTRACE_SECRET (or secret.key) that was used to store it.",
    },
    { cause },
  );
}
