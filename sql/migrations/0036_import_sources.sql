-- Sources of imports are in rules/import-sources, which alone says which there are.
alter table uploads drop constraint uploads_kind_check;
