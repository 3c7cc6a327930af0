// Words of realtime on the whole screen.
export const wall = 'Realtime'
export const now = { one: 'current visitor', other: 'current visitors' } as const
export const range = 'Last {minutes} minutes'
export const leave = 'Leave full screen'
export const pages = 'Pages'
export const events = 'Latest events'
export const map = 'Map'
export const graph = 'Visitors per minute'
