export type { ProjectContextFile } from "./agents-md.ts";
export { createAssembler } from "./assemble.ts";
export { rebuildRequest, requestBlobHashes } from "./rebuild-request.ts";
export type { View } from "./view.ts";
export { wireQuirks } from "./wire-quirks.ts";
