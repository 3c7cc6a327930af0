// The mark of a source, browser, system or device beside its name: decoration, from a sprite that comes well after the
// first view. A name without one has its first letter in a circle. Room is kept until then.
import { signal } from '@preact/signals'
import { at } from '../../service/at.ts'
import { facts } from '../../service/facts.ts'
import { markId } from './mark-id.ts'

/** The marks of the sprite; null until rows may show them. */
export const marks = signal<ReadonlySet<string> | null>(null)

export function Mark({ of }: { of: string }) {
  const id = markId(of)
  const known = marks.value
  if (known?.has(id))
    return (
      <svg class="mark" aria-hidden="true">
        <use href={at(`/assets/marks-${facts.version}.svg#${id}`)} />
      </svg>
    )
  const [letter] = known ? of : ''
  return (
    <span class={letter ? 'mark mark-letter' : 'mark'} aria-hidden="true">
      {letter?.toUpperCase()}
    </span>
  )
}
