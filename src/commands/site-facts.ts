// `tidemark site facts`: how a site is counted, in sentences for its privacy statement.
import { createCountedSites } from '../app/privacy-facts.ts'
import { systemClock } from '../clock.ts'
import { isLanguage, languageCodes } from '../rules/languages.ts'
import { markdownOf, textOf, writePrivacyFacts } from '../rules/privacy-facts.ts'
import { type Command, optional, required, UsageError } from './command.ts'
import { findSite, refused } from './open.ts'
import { inWords, may, shared } from './options.ts'
import { withRegistry } from './with-registry.ts'

const formats = { markdown: markdownOf, text: textOf } as const
const isFormat = (name: string): name is keyof typeof formats => Object.hasOwn(formats, name)

export const command: Command = {
  name: 'site facts',
  summary: 'Print facts for the privacy statement of a site',
  options: {
    domain: shared.site,
    language: may('L', `${inWords(languageCodes)} (en)`),
    format: may('F', `${inWords(Object.keys(formats))} (markdown)`),
  },
  help: `Prints what is stored about visitors, what is not, what happens in the browser, how visitors are
told apart, and how long data is kept, as the settings of the site and the service are now. The
address of the service is BASE_URL. These are facts and no legal advice.`,
  async run({ io, json, values }) {
    const language = optional(values, 'language') ?? 'en'
    if (!isLanguage(language)) throw new UsageError(`--language is ${inWords(languageCodes)}`)
    const format = optional(values, 'format') ?? 'markdown'
    if (!isFormat(format)) throw new UsageError(`--format is ${inWords(Object.keys(formats))}`)
    return await withRegistry(async ({ config, db, registry }) => {
      const site = await findSite(registry, required(values, 'domain'))
      if (site.is_consolidated) throw refused('This operation is unavailable for a consolidated view')
      const { statementTimeoutMs } = config
      const find = createCountedSites({ db, clock: systemClock, statementTimeoutMs, registry, config })
      const facts = writePrivacyFacts(await find(site.id), language)
      io.out(json ? JSON.stringify(facts) : formats[format](facts).trimEnd())
      return 0
    })
  },
}
