-- The slim form of an entry beside its body. Rows that are there already have none: theirs is derived from the body when it is read.
ALTER TABLE "entry" ADD COLUMN     "skeleton" TEXT,
ADD COLUMN     "skeleton_version" SMALLINT;
