-- Runs of existing workspaces go on without asking until somebody chooses; new workspaces ask.
ALTER TABLE "workspace" ADD COLUMN     "permission_mode" TEXT NOT NULL DEFAULT 'auto',
ADD COLUMN     "permission_mode_chosen_at" TIMESTAMPTZ(3);
ALTER TABLE "workspace" ALTER COLUMN "permission_mode" SET DEFAULT 'ask';

-- AlterTable
ALTER TABLE "conversation" ADD COLUMN     "permission_mode" TEXT;

-- CreateTable
CREATE TABLE "permission_rule" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "layer" TEXT NOT NULL,
    "target" TEXT NOT NULL DEFAULT '',
    "effect" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "pattern" TEXT NOT NULL DEFAULT '',
    "person_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "permission_rule_pkey" PRIMARY KEY ("workspace_id","id")
);
CREATE UNIQUE INDEX "permission_rule_workspace_id_layer_target_effect_tool_patte_key" ON "permission_rule"("workspace_id", "layer", "target", "effect", "tool", "pattern");

-- CreateTable
CREATE TABLE "run_request" (
    "workspace_id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "person_id" TEXT,

    CONSTRAINT "run_request_pkey" PRIMARY KEY ("workspace_id","trace_id","id")
);
CREATE INDEX "run_request_closed" ON "run_request"("workspace_id", "closed_at" DESC, "id" DESC);
CREATE INDEX "run_request_open" ON "run_request"("workspace_id", "asked_at") WHERE "state" = 'open';

-- A worker of the version before allows every call: it would start one whose approval is still open when the request expires.
DROP TRIGGER trace_claim_version ON "trace";
CREATE TRIGGER trace_claim_version BEFORE UPDATE OF "fence" ON "trace" FOR EACH ROW
WHEN (coalesce(current_setting('goaltrace.version', true), '') <> '3') EXECUTE FUNCTION refuse_older_change();
