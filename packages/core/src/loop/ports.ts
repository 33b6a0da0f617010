import type { Redactor } from "../ports/redactor.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Clock, Hash, Ids, Random } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { ModelDirectory } from "../ports/model-client.ts";
import type { Permission } from "../ports/permission.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import type { ToolSet } from "../ports/tool.ts";
import type { SignalStore, TraceStore } from "../ports/trace-store.ts";
import type { ProjectContextFile } from "../context/agents-md.ts";

/** All that a run needs from the outside. */
export type RunPorts = {
  readonly traces: TraceStore;
  readonly blobs: BlobStore;
  readonly signals: SignalStore;
  readonly models: ModelDirectory;
  readonly tools: ToolSet;
  readonly permission: Permission;
  readonly redactor: Redactor;
  readonly tokenizer: Tokenizer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly hash: Hash;
  readonly logger: Logger;
  /** AGENTS.md layers of a project folder, outermost first; re-read each turn (R9). */
  readonly readProjectContext: (folder: string) => Promise<readonly ProjectContextFile[]>;
  /** Absolute paths that no tool may touch (T5b). */
  readonly forbiddenFolders: readonly string[];
};
