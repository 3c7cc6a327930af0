// Icons are data of lucide, drawn here. They say nothing by themselves: names belong to the controls.
import { h } from 'preact'

export type Shapes = readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]

export function Icon({ of: shapes, size = 16 }: { of: Shapes; size?: number }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      {shapes.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  )
}

/** The mark of the product: two tide lines. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg class="logo" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect class="logo-ground" width="32" height="32" rx="8" />
      <path class="logo-far" d="M6 13c3.3 0 3.3-3 6.7-3s3.3 3 6.6 3 3.4-3 6.7-3" />
      <path class="logo-near" d="M6 21c3.3 0 3.3-3 6.7-3s3.3 3 6.6 3 3.4-3 6.7-3" />
    </svg>
  )
}
