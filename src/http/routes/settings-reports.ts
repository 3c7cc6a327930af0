// Recipients of a site's numbers, by mail and by channel, and the channels themselves (spec/management 13).
import { channelFailures, commonFailures } from '../../failure.ts'
import { channelServices } from '../../rules/channel-services.ts'
import { isNotice, isReportKind, noticeKinds, type ReportKind, reportKinds } from '../../rules/report-kinds.ts'
import { withoutAddresses } from '../../rules/text.ts'
import { type Definition, settingsRoute } from '../definition.ts'
import { readId } from '../readers.ts'
import { settingsRemoval } from '../resources.ts'
import { ErrorReply } from '../schemas.ts'
import type { Services } from './services.ts'

const kindOf = ({ params }: { params: Readonly<Record<string, string | undefined>> }): ReportKind => {
  const kind = params['kind'] ?? ''
  if (!isReportKind(kind)) throw commonFailures.notFound()
  return kind
}

/** The outcome of a test: null, or why it did not arrive. */
const failureOf = (sending: Promise<void>): Promise<string | null> =>
  sending.then(
    () => null,
    (error: unknown) => withoutAddresses(error instanceof Error ? error.message : String(error)),
  )

/** Channels of a site: added, changed, tested, removed. Their targets are in no answer. */
function channelRoutes(services: Services): Definition[] {
  const { channels, limits } = services.registry
  return [
    settingsRoute('AddChannel', {
      async answer({ site, registry }, _, readBody) {
        const { secret, ...channel } = await registry.channels.add(site.id, { name: '', ...(await readBody()) })
        const isSigned = 'isSigned' in channelServices[channel.service]
        return { ...channel, secret: isSigned ? secret : null }
      },
    }),
    settingsRoute('ChangeChannel', {
      async answer({ site, registry }, context, readBody) {
        const channel = await registry.channels.change(site.id, readId(context), await readBody())
        if (!channel) throw channelFailures.gone()
        return channel
      },
    }),
    settingsRemoval(
      'DeleteChannel',
      (registry, siteId, id) => registry.channels.remove(siteId, id),
      channelFailures.gone,
    ),
    settingsRoute('TestChannel', {
      refusals: { 429: ErrorReply },
      async answer({ site, user }, context) {
        const channel = await channels.find(site.id, readId(context))
        if (!channel) throw channelFailures.gone()
        const { email, userId } = user
        await limits.takeTest(`channel ${channel.id}`, userId)
        const language = await services.findMailLanguage(email, site.teamId)
        const { tell } = await services.sampleOf(site, 'weekly', language)
        const failure = await failureOf(tell(channel.id))
        if (failure === null) await channels.noteArrived(channel.id)
        return { failure }
      },
    }),
    settingsRoute('RenewChannelSecret', {
      async answer({ site, registry }, context) {
        const secret = await registry.channels.renewSecret(site.id, readId(context))
        if (secret === undefined) throw channelFailures.gone()
        return { secret }
      },
    }),
  ]
}

export function settingsReportRoutes(services: Services): Definition[] {
  const { recipients, channels } = services.registry
  return [
    settingsRoute('ListReports', {
      async answer({ site }) {
        await channels.adopt()
        const list = async (kind: ReportKind) => {
          const found = await recipients.list(site.id, kind)
          const time = await recipients.findTime(site.id, kind)
          const threshold = found[0]?.threshold ?? (isNotice(kind) ? noticeKinds[kind].usual : null)
          return {
            kind,
            threshold,
            recipients: found.map(({ threshold: _, ...recipient }) => recipient),
            day: time?.day ?? null,
            hour: time?.hour ?? null,
          }
        }
        return {
          sends_mail: services.sendMail !== undefined,
          channels: await channels.list(site.id),
          reports: await Promise.all(reportKinds.map(list)),
        }
      },
    }),
    settingsRoute('SendSample', {
      refusals: { 429: ErrorReply },
      async answer({ site, user }, context) {
        const kind = kindOf(context)
        const { email, userId } = user
        const language = await services.findMailLanguage(email, site.teamId)
        const { send } = await services.sampleOf(site, kind, language)
        if (!send) return { address: email, failure: 'SMTP_URL is not set' }
        await services.registry.limits.takeMail('sample', email, { userId })
        return { address: email, failure: await failureOf(send(email)) }
      },
    }),
    settingsRoute('ChangeReport', {
      async answer({ site, registry }, context, readBody) {
        const kind = kindOf(context)
        const { recipients: addresses, channels: ids, threshold, day, hour } = await readBody()
        await registry.recipients.replace(site.id, kind, { addresses, channels: ids, threshold, time: { day, hour } })
      },
    }),
    ...channelRoutes(services),
  ]
}
