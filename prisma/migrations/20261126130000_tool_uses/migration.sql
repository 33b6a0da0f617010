-- CreateTable
CREATE TABLE "tool_use" (
    "workspace_id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "calls" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "denied" INTEGER NOT NULL,
    "ms" BIGINT NOT NULL,

    CONSTRAINT "tool_use_pkey" PRIMARY KEY ("workspace_id","trace_id","name")
);

-- CreateIndex
CREATE INDEX "tool_use_time" ON "tool_use"("workspace_id", "at");
