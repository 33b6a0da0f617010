export { DECIDED, DECISIONS, START_RUN, STARTED_RUN } from "./run-inputs.ts";
export {
  CURSOR,
  FAILURE,
  ID,
  LIMIT,
  PERSON,
  REQUEST,
  STATUS,
  TIME,
  toRestTrace,
  TRACE,
} from "./run-schemas.ts";
