-- Absolute thresholds of compaction instead of shares of the window; models that are there keep the shares.
ALTER TABLE "model_setting" ADD COLUMN "clear_above" INTEGER;
ALTER TABLE "model_setting" ADD COLUMN "summarise_above" INTEGER;
