-- CreateIndex
CREATE INDEX "conversation_recent" ON "conversation"("workspace_id", "pinned" DESC, "updated_at" DESC, "id" DESC);
