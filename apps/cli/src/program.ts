import { defineCommand } from "citty";

/** The `goaltrace` program with all its commands. Each loads when it is used, because loading all takes longer than most of them run. */
export const program = defineCommand({
  meta: { name: "goaltrace", description: "LLM agent runtime and workspace" },
  subCommands: {
    chat: async () => (await import("./commands/chat.ts")).chatCommand,
    run: async () => (await import("./commands/run.ts")).runCommand,
    pause: async () => (await import("./commands/pause.ts")).pauseCommand,
    resume: async () => (await import("./commands/resume.ts")).resumeCommand,
    cancel: async () => (await import("./commands/cancel.ts")).cancelCommand,
    steer: async () => (await import("./commands/steer.ts")).steerCommand,
    queue: async () => (await import("./commands/queue.ts")).queueCommand,
    inbox: async () => (await import("./commands/inbox.ts")).inboxCommand,
    approve: async () => (await import("./commands/approve.ts")).approveCommand,
    deny: async () => (await import("./commands/deny.ts")).denyCommand,
    answer: async () => (await import("./commands/answer.ts")).answerCommand,
    permissions: async () => (await import("./commands/permissions.ts")).permissionsCommand,
    resolve: async () => (await import("./commands/resolve.ts")).resolveCommand,
    tools: async () => (await import("./commands/tools.ts")).toolsCommand,
    undo: async () => (await import("./commands/undo.ts")).undoCommand,
    agents: async () => (await import("./commands/agents.ts")).agentsCommand,
    memory: async () => (await import("./commands/memory.ts")).memoryCommand,
    mcp: async () => (await import("./commands/mcp.ts")).mcpCommand,
    secrets: async () => (await import("./commands/secrets.ts")).secretsCommand,
    skills: async () => (await import("./commands/skills.ts")).skillsCommand,
    worker: async () => (await import("./commands/worker.ts")).workerCommand,
    admin: async () => (await import("./commands/admin.ts")).adminCommand,
    doctor: async () => (await import("./commands/doctor.ts")).doctorCommand,
    export: async () => (await import("./commands/export.ts")).exportCommand,
    import: async () => (await import("./commands/import.ts")).importCommand,
    compact: async () => (await import("./commands/compact.ts")).compactCommand,
  },
});
