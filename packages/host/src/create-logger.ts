import type { Logger } from "@goaltrace/core/ports";
import { type DestinationStream, type LoggerOptions, pino } from "pino";

/** Creates a logger that writes structured JSON lines to `destination`. Default: standard output. */
export function createLogger(options: LoggerOptions = {}, destination?: DestinationStream): Logger {
  const log = destination === undefined ? pino(options) : pino(options, destination);
  return {
    info: (message, fields) => log.info(fields ?? {}, message),
    warn: (message, fields) => log.warn(fields ?? {}, message),
    error: (message, fields) => log.error(fields ?? {}, message),
  };
}
