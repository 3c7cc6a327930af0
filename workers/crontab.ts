// When the tasks run, in UTC, in graphile-worker's own notation. Each is safe to run twice and to miss: the next run
// does all that is due.
const hour = '&max=3'

export const crontab = `
* * * * * end_sessions ?fill=1m${hour}
* * * * * change_timezones ?jobKey=change_timezones&jobKeyMode=preserve_run_at${hour}
* * * * * end_long_sql ?jobKey=end_long_sql&jobKeyMode=preserve_run_at${hour}
* * * * * import_uploads ?max=1
35 * * * * clean_uploads ?fill=1h${hour}
* * * * * delete_imports ?jobKey=delete_imports&jobKeyMode=preserve_run_at${hour}
* * * * * erase_statistics ?jobKey=erase_statistics&jobKeyMode=preserve_run_at${hour}
* * * * * forget_sign_ins ?jobKey=forget_sign_ins&jobKeyMode=preserve_run_at${hour}
* * * * * plan_reports ?jobKey=plan_reports&jobKeyMode=preserve_run_at${hour}
* * * * * send_messages ?jobKey=send_messages&jobKeyMode=preserve_run_at${hour}
*/5 * * * * watch_sites ?jobKey=watch_sites&jobKeyMode=preserve_run_at${hour}
0 0 * * * rotate_salts ?fill=1d&max=20
5 * * * * forget_visitors ?fill=1h${hour}
10 * * * * housekeeping ?fill=1h${hour}
25 * * * * forget_audit ?fill=1h${hour}
20 * * * * expire_domains ?fill=1h${hour}
15 * * * * fill_breakdowns ?fill=1h${hour}
*/5 * * * * purge_deleted_sites ?jobKey=purge_deleted_sites&jobKeyMode=preserve_run_at${hour}
2,12,22,32,42,52 * * * * analyze_chunks ?fill=10m${hour}
35 * * * * cover_chunks ?fill=1h${hour}
40 * * * * rebuild_chunks ?fill=1h${hour}
30 3 * * * retention ?fill=1d${hour}
`
