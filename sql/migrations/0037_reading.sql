-- How an account reads its pages: lists of pages by path or by URL, the language of pages and mails.
alter table user_settings
  add column pages_by text constraint user_settings_pages_by_check check (pages_by in ('path', 'url')),
  -- Which languages there are is in rules/languages, which alone says so.
  add column language text;
