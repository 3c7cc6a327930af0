-- Numbers on other pages, and pageviews without JavaScript: both are off until somebody turns them on.
alter table shared_links add column allows_badge boolean not null default false;
comment on column shared_links.allows_badge is 'Badges and counters may show numbers of the site on other pages';
alter table sites add column pixel boolean not null default false;
comment on column sites.pixel is 'Pageviews that come by the picture without JavaScript are counted';
