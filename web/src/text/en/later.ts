// Words of the notes and of the head of a printed page: they come after the first numbers.

export const notes = 'Notes'
export const editNoteOf = 'Edit note: {text}'
export const deleteNoteOf = 'Delete note: {text}'
export const noteDeleted = 'Note deleted'
export const showAll = 'Show all'
export const printRange = '{range} · {zone}'
