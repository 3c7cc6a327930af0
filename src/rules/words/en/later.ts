// Words of the notes and of the head of a printed page: they come after the first numbers.

export const notes = 'Notes'
export const editNoteOf = 'Edit note: {text}'
export const deleteNoteOf = 'Delete note: {text}'
export const noteDeleted = 'Note deleted'
export const showAll = 'Show all'
export const printRange = '{range} · {zone}'
export const comparedTime = 'Compared time'
export const compared = 'Compared'
export const change = 'Change'
export const graphData = 'Graph data'
