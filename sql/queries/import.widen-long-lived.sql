-- While an import of [$2, $3] runs it is not known how long its visitors live: the whole range counts as long-lived.
update sites
set long_lived_from = least(long_lived_from, ($2::timestamptz at time zone timezone)::date),
    long_lived_to = greatest(long_lived_to, ($3::timestamptz at time zone timezone)::date)
where id = $1 and ($3::timestamptz at time zone timezone)::date - ($2::timestamptz at time zone timezone)::date > 1
