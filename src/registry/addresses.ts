// The one rule about the addresses of accounts (spec/dashboard 12). An address is proven when a link that was mailed to
// it came back, when a sign-in service has verified it, or when the operator made the account. What others give to an
// address counts for proven accounts only; what a link gives, it gives to the account that opened it.

/** SQL over `site_guests g` and `users u`: the guest `g` of a site is the account `u`. */
export const guestCounts = '(lower(g.email) = lower(u.email) and u.is_proven or g.taken_by = u.id)'
