import { hash } from "node:crypto";
import type { Hash } from "@goaltrace/core";

/** SHA-256 by Node's own, native implementation. */
export const nodeHash: Hash = { sha256: (text) => hash("sha256", text, "hex") };
