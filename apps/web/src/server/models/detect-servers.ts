import { detectLocalServers as askUsualPorts } from "@goaltrace/core/openai";

/** A model server that answers on this machine. */
export type DetectedServer = {
  readonly label: string;
  readonly baseUrl: string;
  readonly models: readonly string[];
};

/** Looks on the usual ports of this machine; what does not answer in a moment is not there. */
export async function detectLocalServers(): Promise<readonly DetectedServer[]> {
  const found = await askUsualPorts();
  return found.map(({ label, baseUrl, models }) => ({ label, baseUrl, models }));
}
