export const ownTeam = '自分のサイト'
export const teamOf = '{owner} さんのサイト'
export const field = 'チーム名'
export const fieldHint = '招待した相手にこの名前が表示されます。空欄の場合は最初のサイトの名前が表示されます。'
