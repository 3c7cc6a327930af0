-- A visitor's row is looked for by its stripe either while its session runs or after: one entry in one of two indexes,
-- never in both.
drop index visitors_stripe;
create index visitors_stripe on visitors (stripe) where session_id is null;
