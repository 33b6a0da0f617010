/** The failing endpoint, for actionable messages. */
export type Endpoint = {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string;
  readonly label: string;
};
