import { tmpdir } from "node:os";
import path from "node:path";

/** The folder of the shared server's projects. */
export const PROJECTS = path.join(tmpdir(), `goaltrace-e2e-${process.env.E2E_PORT ?? "3111"}`);
