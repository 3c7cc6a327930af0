// Signs about a site: addresses that look like a proxy's, requests that did not become events.
import { type Definition, settingsRoute } from '../definition.ts'
import type { Services } from './services.ts'

export function settingsSignRoutes({ findSigns, checkPage }: Services): Definition[] {
  return [
    settingsRoute('GetSigns', {
      action: 'write_site',
      answer: ({ site }, { ip }) => findSigns(site.id, ip),
    }),
    settingsRoute('CheckPage', {
      action: 'write_site',
      answer: ({ site }) => checkPage(site.domain),
    }),
  ]
}
