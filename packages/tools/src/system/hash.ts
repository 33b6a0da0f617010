import { hash } from "node:crypto";
import type { Hash } from "@goaltrace/core/ports";

/** SHA-256 with Node's native implementation. */
export const nodeHash: Hash = { sha256: (text) => hash("sha256", text, "hex") };
