-- AlterTable
ALTER TABLE "skill_version" ADD COLUMN "agent" TEXT;
ALTER TABLE "skill_version" ADD COLUMN "trace_id" TEXT;

-- CreateIndex
CREATE INDEX "skill_version_trace" ON "skill_version"("workspace_id", "trace_id");
