-- AlterTable
ALTER TABLE "model_setting" ADD COLUMN     "max_calls" INTEGER;
