import { defineCommand } from "citty";
import { adminCommand } from "./commands/admin.ts";
import { answerCommand } from "./commands/answer.ts";
import { approveCommand } from "./commands/approve.ts";
import { cancelCommand } from "./commands/cancel.ts";
import { chatCommand } from "./commands/chat.ts";
import { compactCommand } from "./commands/compact.ts";
import { denyCommand } from "./commands/deny.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { exportCommand } from "./commands/export.ts";
import { importCommand } from "./commands/import.ts";
import { inboxCommand } from "./commands/inbox.ts";
import { memoryCommand } from "./commands/memory.ts";
import { pauseCommand } from "./commands/pause.ts";
import { permissionsCommand } from "./commands/permissions.ts";
import { queueCommand } from "./commands/queue.ts";
import { resolveCommand } from "./commands/resolve.ts";
import { resumeCommand } from "./commands/resume.ts";
import { runCommand } from "./commands/run.ts";
import { steerCommand } from "./commands/steer.ts";
import { workerCommand } from "./commands/worker.ts";

/** The `goaltrace` program with all its commands. */
export const program = defineCommand({
  meta: { name: "goaltrace", description: "LLM agent runtime and workspace" },
  subCommands: {
    chat: chatCommand,
    run: runCommand,
    pause: pauseCommand,
    resume: resumeCommand,
    cancel: cancelCommand,
    steer: steerCommand,
    queue: queueCommand,
    inbox: inboxCommand,
    approve: approveCommand,
    deny: denyCommand,
    answer: answerCommand,
    permissions: permissionsCommand,
    resolve: resolveCommand,
    memory: memoryCommand,
    worker: workerCommand,
    admin: adminCommand,
    doctor: doctorCommand,
    export: exportCommand,
    import: importCommand,
    compact: compactCommand,
  },
});
