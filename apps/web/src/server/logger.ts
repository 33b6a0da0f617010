import type { Logger } from "@goaltrace/core";
import { pino } from "pino";

/** Structured log lines on standard output, as JSON (O10). */
export function createLogger(component: string): Logger {
  const log = pino({ base: { component }, level: "info" });
  return {
    info: (message, fields) => {
      log.info(fields ?? {}, message);
    },
    warn: (message, fields) => {
      log.warn(fields ?? {}, message);
    },
    error: (message, fields) => {
      log.error(fields ?? {}, message);
    },
  };
}
