-- AlterTable
ALTER TABLE "conversation" ADD COLUMN     "budget" TEXT;

-- CreateTable
CREATE TABLE "day_spending" (
    "workspace_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "trace_id" TEXT NOT NULL,
    "usd" DOUBLE PRECISION NOT NULL,
    "tokens" BIGINT NOT NULL,
    "ms" BIGINT NOT NULL,
    "steps" INTEGER NOT NULL,

    CONSTRAINT "day_spending_pkey" PRIMARY KEY ("workspace_id","day","trace_id")
);

-- CreateTable
CREATE TABLE "budget_hold" (
    "workspace_id" TEXT NOT NULL,
    "reservation_id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "root_id" TEXT NOT NULL,
    "fence" BIGINT NOT NULL,
    "usd" DOUBLE PRECISION NOT NULL,
    "tokens" BIGINT NOT NULL,
    "ms" BIGINT NOT NULL,
    "steps" INTEGER NOT NULL,

    CONSTRAINT "budget_hold_pkey" PRIMARY KEY ("workspace_id","reservation_id")
);

-- CreateIndex
CREATE INDEX "budget_hold_trace_id_idx" ON "budget_hold"("trace_id");

-- The runs that started today count toward today: nobody can set a budget before this migration, so earlier days do not matter.
INSERT INTO "day_spending" ("workspace_id", "day", "trace_id", "usd", "tokens", "ms", "steps")
SELECT "workspace_id", (now() at time zone 'utc')::date, "trace_id", coalesce("cost", 0), "input_tokens" + "output_tokens", 0, "model_calls"
FROM "trace_facts"
WHERE "created_at" >= (now() at time zone 'utc')::date::timestamp at time zone 'utc' AND "model_calls" > 0;

-- A worker of the version before would spend without a reservation.
DROP TRIGGER trace_claim_version ON "trace";
CREATE TRIGGER trace_claim_version BEFORE UPDATE OF "fence" ON "trace" FOR EACH ROW
WHEN (coalesce(current_setting('goaltrace.version', true), '') <> '4') EXECUTE FUNCTION refuse_older_change();
