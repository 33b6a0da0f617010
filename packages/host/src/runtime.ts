import type { ModelClient, RunPorts } from "@goaltrace/core";
import type { ModelSource } from "@goaltrace/core/model-directory";
import type { ModelConfiguration } from "@goaltrace/core/openai";
import type {
  Clock,
  HttpTransport,
  Ids,
  Logger,
  ModelDirectory,
  RunSkills,
  Scope,
  Tokenizer,
} from "@goaltrace/core/ports";
import type { PermissionMode, Policy } from "@goaltrace/core/permissions";
import type { MemoryFinder } from "@goaltrace/core/memory";
import type { ToolSet } from "@goaltrace/core/tools";
import type { Database } from "@goaltrace/db";
import type { Sandbox, Vault } from "@goaltrace/tools";
import type { ReadAgents } from "./agents/read-agents.ts";
import type { FolderCheck } from "./folders/check-folder.ts";
import type { ExperienceParts } from "./experiences/settle-runs.ts";
import type { FileRules } from "./folders/file-rules.ts";
import type { ConfiguredModels } from "./models/model-configuration.ts";
import type { AllSkills } from "./skills/read-all-skills.ts";
import type { McpAdmin } from "./mcp/mcp-admin.ts";
import type { ReadServerTools } from "./mcp/run-tools.ts";
import type { RunOfSkills } from "./skills/run-skills.ts";
import type { QuotaLimits } from "./quotas/quota-limits.ts";
import type { Quotas } from "./quotas/quotas.ts";
import type { GetRedactor } from "./redaction/get-redactor.ts";
import type { ReadRunPolicy } from "./permissions/read-run-policy.ts";
import type { FileChanges } from "./undo/file-changes.ts";
import type { ToolsOf } from "./web/workspace-tools.ts";
import type { VisibleStores } from "./visible-stores.ts";

/** The services that the web server, worker, command line and seed share. */
export type Runtime = {
  readonly database: Database;
  /** The database filtered for requests by people. */
  readonly stores: VisibleStores;
  readonly vault: Vault;
  /** Masks secrets in everything that people write and the server stores. */
  readonly getRedactor: GetRedactor;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tokenizer: Tokenizer;
  readonly logger: Logger;
  readonly transport: HttpTransport;
  /** Models configured by the environment, in order of preference. */
  readonly environmentModels: readonly ModelConfiguration[];
  readonly configuredModels: (workspaceId: string) => Promise<ConfiguredModels>;
  /** The model clients that a workspace has now. */
  readonly models: ModelDirectory;
  /** All tools that runs can use, for checking names. */
  readonly tools: ToolSet;
  /** The tools of a workspace, as it configured them. */
  readonly toolsOf: ToolsOf;
  /** The name of the service that answers searches unless a workspace has its own; null for none. */
  readonly searchService: string | null;
  /** The sandbox of commands on this machine. */
  readonly sandbox: Sandbox;
  /** Judges runs and adds what they taught. */
  readonly experiences: ExperienceParts;
  /** Finds memory entries. */
  readonly memoryFinder: MemoryFinder;
  /** The light model of a workspace that chooses among what memory found; undefined if the ranking decides alone. */
  readonly recallModelOf: (workspaceId: string) => Promise<ModelClient | undefined>;
  /** The skills of a run. */
  readonly openSkills: (run: RunOfSkills) => RunSkills;
  /** Adds the conversations of a person that ended before a time, and have no line in their DAILY yet, to it. */
  readonly noteEnded: (scope: Scope, before: number) => Promise<void>;
  /** The skills of a workspace and its project folders, for people. */
  readonly allSkills: AllSkills;
  readonly folderCheck: FolderCheck;
  /** Returns the path of a workspace's sample project, which is created when it is missing. Errors: INVALID_INPUT. */
  readonly sampleProject: (scope: { readonly workspaceId: string }, slug: string) => Promise<string>;
  /** The file changes of runs in project folders, and undoing them. */
  readonly fileChanges: FileChanges;
  /** Removes worktrees of sub-agents that will not be merged any more, and returns how many. */
  readonly sweepWorktrees: () => Promise<number>;
  /** Returns the approved tools of MCP servers that runs in a place have. */
  readonly readServerTools: ReadServerTools;
  /** MCP servers, their tools and their approvals, for admins. */
  readonly mcp: McpAdmin;
  /** The limits of workspaces, people and API keys. Requests by people ask it; operator commands do not. */
  readonly quotas: Quotas;
  /** Whether tools may write files that instruct agents or run on their own without asking. */
  readonly allowsProtectedWrites: boolean;
  /** The operator's permission mode for new workspaces; undefined when none is set. */
  readonly newWorkspaceMode: PermissionMode | undefined;
  /** The mode and the rules that decide about the calls of a run. */
  readonly readPolicy: ReadRunPolicy;
  /** The agents of a workspace and a project folder. */
  readonly readAgents: ReadAgents;
  /** Absolute paths that no tool may access. */
  readonly forbiddenFolders: readonly string[];
  /** The ports for executing runs. */
  readonly ports: RunPorts;
  close(): Promise<void>;
};

/** The configuration of a runtime. */
export type RuntimeOptions = {
  readonly logger: Logger;
  /** The raw environment variables, whose secrets must not appear in any log. They configure the tools of the web. */
  readonly secretVariables: Readonly<Record<string, string | undefined>>;
  /** The environment variables that configure models. */
  readonly modelVariables: Readonly<Record<string, string | undefined>>;
  /** Absolute paths that no tool may access. */
  readonly forbiddenFolders: readonly string[];
  readonly files: FileRules;
  /** Absolute path of the operator's file of MCP servers. Default: `mcp.json` beside the server's state; none without such a folder. */
  readonly mcpFile?: string | null;
  /**
   * Set for a person at a terminal: runs also read the AGENTS.md files of the folders above the project and of the person's home folder.
   * Null for a server. Default: null.
   */
  readonly person?: { readonly home: string | null } | null;
  /** The operator's limits. Default: `DEFAULT_QUOTAS`. */
  readonly quotaLimits?: QuotaLimits;
  /** The operator's permission mode for new workspaces. Default: they ask. */
  readonly newWorkspaceMode?: PermissionMode | undefined;
  /** Decides about the calls of all runs. Default: the mode and the rules of each run's workspace, agent and conversation. */
  readonly policy?: Policy;
  /** Default: bubblewrap, where it is installed. */
  readonly sandbox?: Sandbox;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Consulted before the configured models. Default: none. */
  readonly modelSources?: readonly ModelSource[];
};

/** The database URL, and the folder of the server's state with the secret that opens the vault. */
export type RuntimeLocation = {
  readonly databaseUrl: string;
  readonly home: string;
  readonly secret: string | null;
};
