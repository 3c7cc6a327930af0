// Where an answer is missing.
import { useOnDemand } from '../parts/on-demand.ts'
import type { TroubleProps } from './trouble-text.tsx'

export function Trouble(props: TroubleProps) {
  const Part = useOnDemand(() => import('./trouble-text.tsx').then(({ TroubleText }) => TroubleText))
  return Part ? <Part {...props} /> : null
}
