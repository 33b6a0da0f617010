-- CreateTable
CREATE TABLE "skill_proposal" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "sequence" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "skill_proposal_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateIndex
CREATE INDEX "skill_proposal_trace" ON "skill_proposal"("workspace_id", "trace_id");
