import { createHash } from "node:crypto";
import type { Hash } from "@goaltrace/core";

/** SHA-256 by Node's own, native implementation. */
export const nodeHash: Hash = { sha256: (text) => createHash("sha256").update(text, "utf8").digest("hex") };
