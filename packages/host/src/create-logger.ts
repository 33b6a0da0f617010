import type { Logger } from "@goaltrace/core";
import { type DestinationStream, type LoggerOptions, pino } from "pino";

/** Structured log lines as JSON, to standard output unless a destination is given. */
export function createLogger(options: LoggerOptions = {}, destination?: DestinationStream): Logger {
  const log = destination === undefined ? pino(options) : pino(options, destination);
  return {
    info: (message, fields) => log.info(fields ?? {}, message),
    warn: (message, fields) => log.warn(fields ?? {}, message),
    error: (message, fields) => log.error(fields ?? {}, message),
  };
}
