-- Workspaces take turns at the workers. One that never ran has no row and is first; `turn` is its place in line.
CREATE SEQUENCE "workspace_turn_order";
CREATE TABLE "workspace_turn" (
    "workspace_id" TEXT NOT NULL,
    "turn" BIGINT NOT NULL DEFAULT 0,
    "used" INTEGER NOT NULL DEFAULT 0,
    "weight" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "workspace_turn_pkey" PRIMARY KEY ("workspace_id"),
    CONSTRAINT "workspace_turn_weight" CHECK ("weight" BETWEEN 1 AND 100)
);

-- A claim steps from workspace to workspace and takes the oldest run of one, so workspaces come first. Children are never claimed.
DROP INDEX "trace_ready";
CREATE INDEX "trace_ready" ON "trace" ("workspace_id", "created_at", "id") WHERE "status" IN ('queued', 'running') AND "id" = "root_id";
