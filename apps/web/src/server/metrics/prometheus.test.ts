import { expect, it } from "vitest";
import { prometheusText } from "./prometheus.ts";

it("writes metrics in the Prometheus text format", () => {
  const text = prometheusText([
    { name: "a_total", help: "All of it.", type: "counter", samples: [{ value: 3 }] },
    { name: "b", help: "Some.", type: "gauge", samples: [{ labels: { status: 'x"\\\n' }, value: 0.5 }] },
  ]);
  expect(text).toBe(
    '# HELP a_total All of it.\n# TYPE a_total counter\na_total 3\n# HELP b Some.\n# TYPE b gauge\nb{status="x\\"\\\\\\n"} 0.5\n',
  );
});
