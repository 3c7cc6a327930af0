// Shows the marks: from here on rows take theirs from the sprite.
import { marks } from './mark.tsx'
import { markId } from './mark-id.ts'
import { markNames } from './mark-names.ts'

export const showMarks = (): void => {
  marks.value ??= new Set(markNames.map(markId))
}
