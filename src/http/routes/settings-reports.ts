// Recipients of a site's numbers: reports by mail, notices by mail and webhook (spec/management 13).
import { commonFailures } from '../../failure.ts'
import { isNotice, isReportKind, noticeKinds, reportKinds } from '../../rules/report-kinds.ts'
import { withoutAddresses } from '../../rules/text.ts'
import { type Definition, settingsRoute } from '../definition.ts'
import { ErrorReply } from '../schemas.ts'
import type { Services } from './services.ts'

export function settingsReportRoutes(services: Services): Definition[] {
  const { recipients } = services.registry
  return [
    settingsRoute('ListReports', {
      async answer({ site }) {
        const list = async (kind: (typeof reportKinds)[number]) => {
          const found = await recipients.list(site.id, kind)
          const threshold = found[0]?.threshold ?? (isNotice(kind) ? noticeKinds[kind].usual : null)
          return {
            kind,
            threshold,
            recipients: found.map(({ address, failed_at, failure }) => ({ address, failed_at, failure })),
          }
        }
        return { sends_mail: services.sendMail !== undefined, reports: await Promise.all(reportKinds.map(list)) }
      },
    }),
    settingsRoute('SendSample', {
      refusals: { 429: ErrorReply },
      async answer({ site, user }, context) {
        const kind = context.params['kind'] ?? ''
        if (!isReportKind(kind)) throw commonFailures.notFound()
        const { email, userId } = user
        const language = await services.findMailLanguage(email, site.teamId)
        const { send } = await services.sampleOf(site, kind, language)
        if (!send) return { address: email, failure: 'SMTP_URL is not set' }
        await services.registry.limits.takeMail('sample', email, { userId })
        const failure = await send(email).then(
          () => null,
          (error: unknown) => withoutAddresses(error instanceof Error ? error.message : String(error)),
        )
        return { address: email, failure }
      },
    }),
    settingsRoute('ChangeReport', {
      async answer({ site, registry }, context, readBody) {
        const kind = context.params['kind'] ?? ''
        if (!isReportKind(kind)) throw commonFailures.notFound()
        const { recipients: addresses, threshold } = await readBody()
        await registry.recipients.replace(site.id, kind, { addresses, threshold })
      },
    }),
  ]
}
