import { describe, expect, it } from "vitest";
import { endpointDocs } from "./endpoint-docs.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { openApiDocument } from "./openapi.ts";

const DOCS = endpointDocs(ENDPOINTS, "https://goaltrace.example");
/** A sentence: begins with a capital or with code, and ends. */
const SENTENCE = /^[A-Z`].*\.$/u;

type Parameter = { readonly name: string; readonly description?: string };
type Operation = { readonly parameters: readonly Parameter[] };

describe("the documentation of the REST endpoints", () => {
  it.each(DOCS)("$name says what it does and what each parameter is", ({ summary, parameters }) => {
    expect(summary).toMatch(SENTENCE);
    for (const { name, description } of parameters) expect(description, name).toMatch(SENTENCE);
  });

  it("every span of code in it is closed", () => {
    const texts = DOCS.flatMap(({ summary, parameters }) => [
      summary,
      ...parameters.map(({ description }) => description),
    ]);
    for (const text of texts) expect(text.split("`").length % 2, text).toBe(1);
  });

  it("the page and the OpenAPI document tell of the same parameters of an address", () => {
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
