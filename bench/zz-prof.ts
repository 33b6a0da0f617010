import { spawn } from "node:child_process";
import { startMockModel } from "./start-mock-model.ts";
const model = await startMockModel();
const [kind = "plain", runs = "200", tree = "yes", database = "", workspace = "w"] = process.argv.slice(2);
const places = [runs, model.baseUrl({ steps: 20, delayMs: 50 }), model.baseUrl({ steps: 0 }), database, workspace, ...(tree === "yes" ? [model.baseUrl({ steps: 20, delayMs: 50, branchSteps: 5 })] : [])];
const child = spawn(process.execPath, [...process.execArgv, ...(process.env["EXTRA"] ?? "").split(" ").filter(Boolean), "bench/concurrent-kind.ts", kind, ...places], { stdio: ["inherit", "inherit", "inherit", "ipc"] });
child.on("message", (m) => console.log(JSON.stringify(m)));
child.on("exit", () => { model.stop(); process.exit(0); });
