import fc from "fast-check";
import { IS_SOAK } from "../packages/core/src/testing/soak.ts";

/** The seed of all properties, so that a run of the tests depends on the code alone. In soak tests, each run has its own seeds. */
const SEED = 20_260_101;

if (!IS_SOAK) fc.configureGlobal({ seed: Number(process.env["GOALTRACE_PROPERTY_SEED"] ?? SEED) });
