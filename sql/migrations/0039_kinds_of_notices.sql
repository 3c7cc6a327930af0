-- Kinds of reports and notices are in rules/report-kinds, which alone says which there are.
alter table recipients drop constraint recipients_kind_check;
