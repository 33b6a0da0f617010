-- What restores a conversation when its deletion is stopped: its row, until nothing is left to restore, and its number of runs.
ALTER TABLE "conversation_deletion" ADD COLUMN     "kept" JSONB,
ADD COLUMN     "runs" INTEGER NOT NULL DEFAULT 0;

-- A finished deletion keeps no text, also when an older worker finishes it: its statement fails, and a newer one repeats it.
ALTER TABLE "conversation_deletion" ADD CONSTRAINT "conversation_deletion_kept" CHECK ("finished_at" IS NULL OR "kept" IS NULL);
