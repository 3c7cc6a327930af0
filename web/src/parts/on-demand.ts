// Parts of a page that are fetched once they are wanted.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { facts } from '../service/facts.ts'
import { toast } from './toast.tsx'

const reloadedFor = 'tidemark.reloaded'

/** Loads the page again for a version of the service, once in this tab. False: it was done before. */
function reloadFor(version: string): boolean {
  try {
    if (sessionStorage.getItem(reloadedFor) === version) return false
    sessionStorage.setItem(reloadedFor, version)
  } catch {
    return false
  }
  location.reload()
  return true
}

/**
 * Says that a part could not be fetched. If a newer version of the service answers, the page is loaded again, once for
 * each version. Otherwise the screen stays as it is.
 */
async function missPart(onMissing?: () => void): Promise<void> {
  const answer = await fetch(location.href).then(
    (response) => response.text(),
    () => '',
  )
  const version = /"version":"(\w+)"/.exec(answer)?.[1]
  if (version && version !== facts.version && reloadFor(version)) return
  onMissing?.()
  toast(shared.partMissing)
}

/** Fetches a part and hands it on. Where it cannot be had, and the page stays, `onMissing` is called and a notice says so. */
export const withPart = <Part>(
  load: () => Promise<Part>,
  use: (part: Part) => unknown,
  onMissing?: () => void,
): Promise<unknown> => load().then(use, () => missPart(onMissing))

/** The part, undefined until it is there. */
export function useOnDemand<Props>(
  load: () => Promise<ComponentType<Props>>,
  isWanted = true,
  onMissing?: () => void,
): ComponentType<Props> | undefined {
  const [Part, setPart] = useState<ComponentType<Props>>()
  useEffect(() => {
    if (isWanted) withPart(load, (part) => setPart(() => part), onMissing)
  }, [isWanted])
  return Part
}
