-- What a site measures and stores: as ever, nothing from browsers, or campaigns only with the visitor's consent.
alter table sites add column preset text not null default 'standard';
comment on column sites.preset is 'standard, no_script (only servers count) or no_campaigns (campaigns with consent alone)';
