-- Lists and defaults that the code has, which alone writes these columns: types of shields (rules/shield-types), roles,
-- plans and what a key may do (rules/roles).
alter table shields drop constraint shields_type_check;
alter table memberships drop constraint memberships_role_check;
alter table site_guests drop constraint site_guests_role_check;
alter table teams drop constraint teams_plan_check;
alter table api_keys alter column scopes drop default, alter column hourly_request_limit drop default;
