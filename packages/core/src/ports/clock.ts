export interface Clock {
  /** The wall clock in milliseconds since the epoch, for stamps and moments that other processes read. It may step forward and back. */
  now(): number;
  /** Milliseconds since a moment that is fixed for this process; never steps. Durations and deadlines within the process are measured with it. */
  monotonic(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
/** UUIDv7, monotonic within a process. */
export interface Ids {
  next(): string;
}
/** Uniform in [0, 1). */
export interface Random {
  next(): number;
}
/** Hex SHA-256 of UTF-8 text. */
export interface Hash {
  sha256(text: string): string;
}
