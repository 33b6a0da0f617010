-- CreateTable
CREATE TABLE "entry_rating" (
    "workspace_id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "entry_trace_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "person_id" TEXT NOT NULL,
    "score" INTEGER NOT NULL,
    "reason" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entry_rating_pkey" PRIMARY KEY ("workspace_id","entry_trace_id","sequence","person_id")
);

-- CreateTable
CREATE TABLE "experience" (
    "workspace_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "audience" TEXT NOT NULL,
    "agent" TEXT NOT NULL,
    "person_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "condition" TEXT NOT NULL,
    "rule" TEXT NOT NULL,
    "same_as" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by" TEXT,
    "skill" TEXT,

    CONSTRAINT "experience_pkey" PRIMARY KEY ("workspace_id","id")
);

-- CreateTable
CREATE TABLE "experience_evidence" (
    "workspace_id" TEXT NOT NULL,
    "experience_id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "task_sequence" INTEGER,
    "quote" TEXT NOT NULL,
    "worked" BOOLEAN,
    "version" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "experience_evidence_pkey" PRIMARY KEY ("workspace_id","experience_id","trace_id","sequence")
);

-- CreateTable
CREATE TABLE "experience_run" (
    "workspace_id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "arm" TEXT,
    "outcome" TEXT,
    "basis" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "experience_run_pkey" PRIMARY KEY ("workspace_id","trace_id")
);

-- CreateTable
CREATE TABLE "experience_use" (
    "workspace_id" TEXT NOT NULL,
    "experience_id" TEXT NOT NULL,
    "trace_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,

    CONSTRAINT "experience_use_pkey" PRIMARY KEY ("workspace_id","experience_id","trace_id")
);

-- CreateTable
CREATE TABLE "experience_hold_out" (
    "workspace_id" TEXT NOT NULL,
    "agent" TEXT NOT NULL,

    CONSTRAINT "experience_hold_out_pkey" PRIMARY KEY ("workspace_id","agent")
);

-- CreateIndex
CREATE INDEX "entry_rating_trace" ON "entry_rating"("workspace_id", "trace_id");

-- CreateIndex
CREATE UNIQUE INDEX "experience_same" ON "experience"("workspace_id", "same_as");

-- CreateIndex
CREATE INDEX "experience_evidence_trace" ON "experience_evidence"("workspace_id", "trace_id");

-- CreateIndex
CREATE INDEX "experience_run_open" ON "experience_run"("workspace_id", "outcome", "at");

-- CreateIndex
CREATE INDEX "experience_use_trace" ON "experience_use"("workspace_id", "trace_id");
