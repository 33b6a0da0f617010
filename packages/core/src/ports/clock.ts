/** Wall clock, milliseconds since the epoch. */
export interface Clock {
  now(): number;
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
