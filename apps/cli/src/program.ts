import { defineCommand } from "citty";
import { adminCommand } from "./commands/admin.ts";
import { compactCommand } from "./commands/compact.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { exportCommand } from "./commands/export.ts";
import { importCommand } from "./commands/import.ts";
import { pauseCommand } from "./commands/pause.ts";
import { resumeCommand } from "./commands/resume.ts";
import { runCommand } from "./commands/run.ts";
import { workerCommand } from "./commands/worker.ts";

/** The `goaltrace` program with all its commands. */
export const program = defineCommand({
  meta: { name: "goaltrace", description: "LLM agent runtime and workspace" },
  subCommands: {
    run: runCommand,
    pause: pauseCommand,
    resume: resumeCommand,
    worker: workerCommand,
    admin: adminCommand,
    doctor: doctorCommand,
    export: exportCommand,
    import: importCommand,
    compact: compactCommand,
  },
});
