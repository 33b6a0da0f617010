"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../../lib/use-format.ts";
import { StatusGlyph } from "../../../../ui/status-glyph.tsx";
import { SequenceLink } from "../../why/sequence-link.tsx";
import { Facts, Section } from "../facts.tsx";
import { Loaded } from "../loaded.tsx";
import { useCall } from "../use-call.ts";
import type { InspectedCall } from "../use-call.ts";
import { costLines } from "./cost-lines.ts";

/** The cost of a model call: tokens with their price, every attempt, and the latency. */
export function CallCost({ sequence }: { readonly sequence: number }): ReactElement {
  const translate = useTranslations("inspector.cost");
  const call = useCall(sequence);
  return (
    <Loaded query={call}>
      {(loaded) =>
        loaded === null ? (
          <p className="p-4 text-12 text-ink-2">{translate("noCall")}</p>
        ) : (
          <>
            {(loaded.story.answer?.sequence ?? loaded.story.startedSequence) !== sequence && (
              <div className="px-4 pt-2">
                <SequenceLink sequence={loaded.story.answer?.sequence ?? loaded.story.startedSequence}>
                  {translate("ofCall")}
                </SequenceLink>
              </div>
            )}
            <Tokens call={loaded} />
            <Latency call={loaded} />
            <Attempts call={loaded} />
          </>
        )
      }
    </Loaded>
  );
}

function Tokens({ call }: { readonly call: InspectedCall }): ReactElement {
  const translate = useTranslations("inspector.cost");
  const format = useFormat();
  const { answer } = call.story;
  if (answer === null) return <p className="px-4 py-3 text-12 text-ink-2">{translate("noAnswer")}</p>;
  const lines = costLines(answer.usage, call.price);
  return (
    <Section title={translate(answer.usage.estimated ? "tokensEstimated" : "tokensExact")}>
      <table className="w-full text-12 tabular-nums">
        <thead className="sr-only">
          <tr>
            <th scope="col">{translate("kind")}</th>
            <th scope="col">{translate("tokens")}</th>
            <th scope="col">{translate("price")}</th>
            <th scope="col">{translate("cost")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.kind} className="h-6">
              <th scope="row" className="text-left font-normal text-ink-2">
                {translate(`line.${line.kind}`)}
              </th>
              <td className="text-right">{format.count(line.tokens)}</td>
              <td className="pl-3 text-right text-11 text-ink-3">
                {line.price === null ? "" : translate("perMillion", { price: `$${line.price}` })}
              </td>
              <td className="pl-3 text-right">{line.price === null ? "" : format.cost(line.cost)}</td>
            </tr>
          ))}
          <tr className="h-7 border-t border-line">
            <th scope="row" className="text-left font-semibold">
              {translate("sum")}
            </th>
            <td className="text-right">
              {format.count(answer.usage.inputTokens + answer.usage.outputTokens)}
            </td>
            <td />
            <td className="pl-3 text-right font-semibold">{format.cost(answer.cost)}</td>
          </tr>
        </tbody>
      </table>
      {answer.usage.reasoningTokens > 0 && (
        <p className="mt-1 text-11 text-ink-3">
          {translate("reasoningPart", { tokens: format.count(answer.usage.reasoningTokens) })}
        </p>
      )}
      {answer.cost === null && <p className="mt-1 text-11 text-ink-3">{translate("noPriceFix")}</p>}
    </Section>
  );
}

function Latency({ call }: { readonly call: InspectedCall }): ReactElement | null {
  const translate = useTranslations("inspector.cost");
  const format = useFormat();
  const { answer, step } = call.story;
  if (answer === null) return null;
  const { durationMs, firstTokenMs } = answer;
  const speed =
    firstTokenMs === null || durationMs - firstTokenMs < 50
      ? null
      : Math.round((answer.usage.outputTokens * 1000) / (durationMs - firstTokenMs));
  return (
    <Facts
      facts={[
        [translate("model"), answer.model],
        [translate("step"), format.count(step)],
        [translate("firstToken"), firstTokenMs === null ? null : format.duration(firstTokenMs)],
        [translate("time"), format.duration(durationMs)],
        [translate("speed"), speed === null ? null : translate("perSecond", { tokens: speed })],
        [translate("window"), format.count(call.story.report.window)],
      ]}
    />
  );
}

function Attempts({ call }: { readonly call: InspectedCall }): ReactElement {
  const translate = useTranslations("inspector.cost");
  const format = useFormat();
  const { attempts, failure } = call.story;
  return (
    <Section title={translate("attempts", { count: attempts.length })}>
      <ol>
        {attempts.map((attempt) => (
          <li key={attempt.sequence} className="flex items-start gap-2 py-1 text-12">
            <span className="mt-0.5">
              <StatusGlyph status={attempt.failure === null ? "completed" : "failed"} />
            </span>
            <div className="min-w-0 flex-1">
              <SequenceLink
                sequence={attempt.sequence}
                aside={format.duration(attempt.durationMs)}
                className="my-0 min-h-0! py-0!"
              >
                {attempt.failure === null ? translate("answered") : attempt.failure.message}
              </SequenceLink>
              {attempt.failure !== null && <p className="text-11 text-ink-2">{attempt.failure.fix}</p>}
              {attempt.waitMs !== null && (
                <p className="text-11 text-ink-3">
                  {translate("waited", { time: format.duration(attempt.waitMs) })}
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      {failure && (
        <p className="mt-1 text-12 text-error">
          {failure.message} <span className="text-ink">{failure.fix}</span>
        </p>
      )}
    </Section>
  );
}
