/** Secrets by name; undefined when there is none. */
export interface Secrets {
  reveal(name: string): Promise<string | undefined>;
}
