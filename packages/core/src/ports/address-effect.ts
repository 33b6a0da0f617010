/**
 * Returns what the rules say about another address that a call with an address could reach, such as the target of a redirect. No one is asked
 * while a call runs.
 */
export type AddressEffect = (address: string) => "allow" | "ask" | "deny";
