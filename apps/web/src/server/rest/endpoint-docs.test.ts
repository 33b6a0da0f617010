import { describe, expect, it } from "vitest";
import { endpointDocs } from "./endpoint-docs.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { openApiDocument } from "./openapi.ts";

const DOCS = endpointDocs(ENDPOINTS, "https://goaltrace.example");
/** Starts with a capital letter or code, and ends with a period. */
const SENTENCE = /^[A-Z`].*\.$/u;

type Parameter = { readonly name: string; readonly description?: string };
type Operation = { readonly parameters: readonly Parameter[] };

describe("REST endpoint documentation", () => {
  it.each(DOCS)("describes $name and each of its parameters", ({ summary, parameters }) => {
    expect(summary).toMatch(SENTENCE);
    for (const { name, description } of parameters) expect(description, name).toMatch(SENTENCE);
  });

  it("closes every code span", () => {
    const texts = DOCS.flatMap(({ summary, parameters }) => [
      summary,
      ...parameters.map(({ description }) => description),
    ]);
    for (const text of texts) expect(text.split("`").length % 2, text).toBe(1);
  });

  it("matches the parameters in the OpenAPI document", () => {
    const { paths } = openApiDocument(ENDPOINTS) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    };
    for (const { address, method, parameters } of DOCS) {
      const documented = paths[address]?.[method.toLowerCase()]?.parameters ?? [];
      const byName = new Map(parameters.map(({ name, description }) => [name, description]));
      for (const { name, description } of documented) expect(description).toBe(byName.get(name));
    }
  });
});
