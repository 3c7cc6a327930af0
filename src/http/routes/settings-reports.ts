// Recipients of a site's numbers: reports by mail, notices by mail and webhook (spec/management 13).
import { Type } from '@sinclair/typebox'
import { commonFailures } from '../../failure.ts'
import { isNotice, isReportKind, noticeKinds, reportKinds } from '../../rules/report-kinds.ts'
import { type Definition, route } from '../definition.ts'
import { Nullable, oneOf } from '../schemas.ts'
import type { Services } from './services.ts'

const Told = Type.Object({
  kind: Type.String({ description: reportKinds.join(', ') }),
  threshold: Nullable(Type.Integer({ description: 'Visitors, of silence hours; null for reports' })),
  recipients: Type.Array(
    Type.Object({
      address: Type.String(),
      failed_at: Nullable(Type.String({ format: 'date-time' })),
      failure: Nullable(Type.String({ description: 'Why the last message did not arrive' })),
    }),
  ),
})

export function settingsReportRoutes(services: Services): Definition[] {
  const { recipients } = services.registry
  return [
    route({
      access: 'settings',
      name: 'ListReports',
      endpoint: 'GET /api/sites/:site_id/reports',
      summary: 'Who gets which reports and notices of a site, and what did not arrive',
      reply: Type.Object({
        sends_mail: Type.Boolean({ description: 'Whether SMTP_URL is set' }),
        reports: Type.Array(Told),
      }),
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
    route({
      access: 'settings',
      name: 'ChangeReport',
      endpoint: 'PUT /api/sites/:site_id/reports/:kind',
      summary: 'Say who gets a report or notice of a site: these, and no others',
      params: oneOf('kind'),
      body: Type.Object({
        recipients: Type.Array(
          Type.String({ description: 'E-mail addresses; of notices webhooks (http, https) as well' }),
        ),
        threshold: Type.Optional(Nullable(Type.Integer())),
      }),
      async answer({ site }, context) {
        const kind = context.params['kind'] ?? ''
        if (!isReportKind(kind)) throw commonFailures.notFound()
        const { recipients: addresses, threshold } = await context.readJson()
        await recipients.replace(site.id, kind, { addresses, threshold })
      },
    }),
  ]
}
