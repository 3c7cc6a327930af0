// Parts of the page that are fetched once they are wanted.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** The part, undefined until it is there. */
export function useOnDemand<Props>(
  load: () => Promise<ComponentType<Props>>,
  isWanted = true,
): ComponentType<Props> | undefined {
  const [Part, setPart] = useState<ComponentType<Props>>()
  useEffect(() => {
    if (isWanted) load().then((part) => setPart(() => part))
  }, [isWanted])
  return Part
}
