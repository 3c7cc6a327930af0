// Channels as their services get them: real HTTP to a local receiver, each shape against the documented rules of its
// service (spec/management 13.1). Rules are rows with their source; names are of strangers.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PNG } from 'pngjs'
import t from 'tap'
import { projectPath } from '../../src/paths.ts'
import { sendPost } from '../../src/reports/channels.ts'
import type { Post } from '../../src/reports/letter.ts'
import { drawBars } from '../../src/reports/picture.ts'
import { createReports } from '../../src/reports/reports.ts'
import { type ChannelService, channelServiceNames } from '../../src/rules/channel-services.ts'
import { type ChannelTarget, hintOf, isFault, readTarget, recogniseTarget } from '../../src/rules/channel-target.ts'
import { createWatching } from '../../src/stats/live/watch.ts'
import { createMeasures } from '../../src/stats/measures.ts'
import { createStats } from '../../src/stats/stats.ts'
import { send } from '../support/browser.ts'
import { signIn, startDashboard } from '../support/dashboard.ts'
import { formOf, type Received, startReceiver } from '../support/receiver.ts'

t.setTimeout(240_000)

let now = Date.now()
const clock = { now: () => new Date(now) }
const domain = 'channels.test'
const service = await startDashboard({ domain, days: 9, clock, env: { WEBHOOKS_TO_PRIVATE: 'true' } })
const receiver = await startReceiver()
t.teardown(async () => {
  receiver.stop()
  await service.stop()
})
const { received } = receiver
const { db, directory, registry, log } = service.app
const site = directory.find(domain)!
const reading = { db, clock, statementTimeoutMs: 20_000 }
const reportsWith = (allowsPrivateWebhooks: boolean) =>
  createReports({
    db,
    log,
    directory,
    recipients: registry.recipients,
    channels: registry.channels,
    stats: createStats({ ...reading, log }),
    watching: createWatching(reading),
    measures: createMeasures({ ...reading, log }),
    mailer: undefined,
    allowsPrivateWebhooks,
    baseUrl: 'https://stats.test',
  })
const reports = reportsWith(true)
const sendAll = (by = reports) => by.send(clock.now, new AbortController().signal)
const owner = async () => (await signIn(service, service.site.email)).headers
const call = async (method: string, path: string, body?: object) =>
  send(service, method, `/api/sites/${domain}/${path}`, body, await owner())
interface Listed {
  channels: {
    id: number
    service: string
    name: string
    hint: string
    failure: string | null
    broken_at: string | null
  }[]
  reports: {
    kind: string
    day: number | null
    hour: number | null
    recipients: { channel: number | null; address: string }[]
  }[]
}
const listed = async () => (await call('GET', 'reports')).body as Listed
const channelOf = async (id: number) => (await listed()).channels.find((one) => one.id === id)

const token = '123456:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp'
const targets: Readonly<Record<ChannelService, object>> = {
  slack: { address: `${receiver.url}/services/T000/B000/slackSecretSlackSecret` },
  discord: { address: `${receiver.url}/api/webhooks/1/discordSecretDiscord?thread_id=7` },
  telegram: { address: receiver.url, token, chat: '-1001234567890' },
  teams: { address: `${receiver.url}/workflows/1/triggers/manual/paths/invoke?api-version=1&sig=teamsSecretTeams` },
  ntfy: { address: `${receiver.url}/ntfySecretTopic`, token: 'tk_ntfySecretToken' },
  webhook: { address: `${receiver.url}/hooks/webhookSecretHook` },
}

// Names as visitors can make them up: mentions, links and markup of each service, controls, pairs of surrogates.
const hostile = [
  '<!channel> <@U123> <https://evil.example|click>',
  '@everyone @here <@&1> **b** [x](https://evil.example) || s ||',
  '<b>x</b> <a href="https://evil.example">y</a> &amp; _i_',
  '```\n`*_~>|#-=+.!{}()[]\\',
  '\u202egnp.exe\u0000\u001b[31m',
  `${'𝄞'.repeat(300)}`,
  `${'日'.repeat(900)}`,
  '${triggerBody()} {{x}} <at>all</at>',
]
const rows = (names: readonly string[]) =>
  names.slice(0, 5).map((name, index) => [name, '1,234', 1 / (index + 1)] as const)
const links = [
  { name: 'Open the dashboard', url: 'https://stats.test/sites/a.test?period=custom&from=2026-11-16' },
  { name: 'Change recipients', url: 'https://stats.test/sites/a.test/settings/reports' },
]
const days = [3, 4, 5, 6, 7, 8, 0]
const post = (names: readonly string[], more: Partial<Post> = {}): Post => ({
  title: `a.test: week of 16 Nov – 22 Nov`,
  lead: '',
  totals: ['Unique visitors', 'Total visits', 'Total pageviews', 'Bounce rate', 'Visit duration'].map((label) => ({
    label,
    value: '12,345',
    change: 'up 12%',
    isGood: true,
  })),
  lists: ['Top pages', 'Sources', 'Countries', 'Goals'].map((title) => ({ title, rows: rows(names) })),
  days,
  daily: 'Visitors per day',
  picture: drawBars(days),
  links,
  json: { kind: 'weekly', site: 'a.test', text: 'week' },
  ...more,
})
const notice: Partial<Post> = {
  title: `${hostile[0]} has 3 visitors.`,
  totals: [],
  lists: [],
  days: [],
  picture: undefined,
}
const posts: readonly (readonly [string, Post])[] = [
  ['a usual week', post(['/', '/pricing', '/docs'])],
  ['hostile names', post(hostile)],
  ['the other hostile names', post(hostile.slice(3))],
  ['a notice with a hostile name', post([], notice)],
  ['a title of 3,000 letters', post(hostile, { title: 'x'.repeat(3_000) })],
  [
    'forty lists',
    post([], { lists: Array.from({ length: 40 }, (_, n) => ({ title: `List ${n}`, rows: rows(hostile) })) }),
  ],
  ['a month', post(['/'], { days: Array.from({ length: 31 }, (_, day) => day), picture: drawBars([1]) })],
]

const json = ({ body }: Received) => JSON.parse(body.toString())
const wellFormed = (text: string) => text.isWellFormed() && !/[\u0000-\u0008\u000b-\u001f\u202a-\u202e]/.test(text)
/** A rule of a service, with where it is documented; true: kept. */
type Rule = readonly [source: string, rule: string, holds: (request: Received) => boolean]

interface SlackBlock {
  type: string
  text: { type: string; text: string }
}
const slackTexts = (request: Received): string[] => json(request).blocks.map(({ text }: SlackBlock) => text.text)
const slackRules: readonly Rule[] = [
  [
    'docs.slack.dev, incoming webhooks',
    'JSON by POST',
    ({ method, headers }) => method === 'POST' && headers['content-type'] === 'application/json',
  ],
  ['docs.slack.dev, blocks', '50 blocks at most', (request) => json(request).blocks.length <= 50],
  [
    'docs.slack.dev, section',
    '1 to 3,000 characters',
    (request) => slackTexts(request).every(({ length }) => length > 0 && length <= 3_000),
  ],
  [
    'docs.slack.dev, header',
    'plain text, 150 characters',
    (request) =>
      json(request)
        .blocks.filter(({ type }: SlackBlock) => type === 'header')
        .every(({ text }: SlackBlock) => text.type === 'plain_text' && text.text.length <= 150),
  ],
  ['slackapi/bolt-js#2509', '13,000 characters together', (request) => slackTexts(request).join('').length <= 13_000],
  [
    'docs.slack.dev, formatting text',
    'no < of a name',
    (request) =>
      [json(request).text, ...slackTexts(request)].every((text: string) => !/<(?!https:\/\/stats\.test)/.test(text)),
  ],
  [
    'docs.slack.dev, formatting text',
    'names in code, which no name ends',
    (request) => slackTexts(request).every((text) => [0, 2].includes(text.split('```').length - 1)),
  ],
]

const discordBody = (request: Received) =>
  /multipart/.test(request.headers['content-type'] ?? '')
    ? JSON.parse(formOf(request)['payload_json']!.content.toString())
    : json(request)
interface Field {
  name: string
  value: string
}
const discordRules: readonly Rule[] = [
  [
    'docs.discord.com, execute webhook',
    'wait=true, the thread stays',
    ({ path }) => path.includes('wait=true') && path.includes('thread_id=7'),
  ],
  [
    'docs.discord.com, create message',
    'content of 2,000 characters',
    (request) => discordBody(request).content.length <= 2_000,
  ],
  [
    'docs.discord.com, embed limits',
    '25 fields of 256 and 1,024',
    (request) => {
      const { fields } = discordBody(request).embeds[0] as { fields: Field[] }
      return (
        fields.length <= 25 &&
        fields.every(({ name, value }) => name.length > 0 && name.length <= 256 && value.length <= 1_024)
      )
    },
  ],
  [
    'docs.discord.com, embed limits',
    '6,000 characters together',
    (request) => {
      const [{ title, description, fields }] = discordBody(request).embeds as [
        { title: string; description: string; fields: Field[] },
      ]
      return title.length + description.length + fields.map(({ name, value }) => name + value).join('').length <= 6_000
    },
  ],
  [
    'docs.discord.com, allowed mentions',
    'nobody is mentioned',
    (request) => discordBody(request).allowed_mentions.parse.length === 0,
  ],
  [
    'docs.discord.com, uploading files',
    'the picture is a file that the embed names',
    (request) => {
      const { image } = discordBody(request).embeds[0]
      if (!image) return !/multipart/.test(request.headers['content-type'] ?? '')
      const file = formOf(request)['files[0]']
      return (
        image.url === 'attachment://graph.png' &&
        /filename="graph.png"/.test(file!.head) &&
        PNG.sync.read(file!.content).height > 0
      )
    },
  ],
  [
    'docs.discord.com, text formatting',
    'no bare markup in the content',
    (request) => !/(?<!\\)[*_~`|<@[\]]/.test(discordBody(request).content),
  ],
]

/** The text that is left of HTML, and its tags. */
const parsed = (html: string) => ({
  text: html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&'),
  tags: [...html.matchAll(/<\/?(\w+)([^>]*)>/g)].map(([, name = '', rest = '']) => [name, rest.trim()] as const),
})
const telegramHtml = (request: Received): string =>
  /multipart/.test(request.headers['content-type'] ?? '')
    ? formOf(request)['caption']!.content.toString()
    : json(request).text
const telegramRules: readonly Rule[] = [
  [
    'core.telegram.org, making requests',
    '/bot<token>/<method>',
    ({ path }) => [`/bot${token}/sendMessage`, `/bot${token}/sendPhoto`].includes(path),
  ],
  [
    'core.telegram.org, sendPhoto and sendMessage',
    '1,024 and 4,096 characters after parsing',
    (request) => {
      const { text } = parsed(telegramHtml(request))
      return text.length > 0 && text.length <= (/sendPhoto/.test(request.path) ? 1_024 : 4_096)
    },
  ],
  [
    'core.telegram.org, HTML style',
    'tags of ours alone, closed',
    (request) => {
      const { tags } = parsed(telegramHtml(request))
      return tags.every(([name, rest]) =>
        name === 'a' ? rest === '' || /^href="https:\/\/stats\.test/.test(rest) : /^(b|pre)$/.test(name) && rest === '',
      )
    },
  ],
  [
    'core.telegram.org, HTML style',
    'four entities',
    (request) => (telegramHtml(request).match(/&(?!(lt|gt|amp|quot);)/g) ?? []).length === 0,
  ],
  [
    'core.telegram.org, sendPhoto',
    'chat, photo of 10 MB, sides of 10,000, ratio of 20',
    (request) => {
      if (!/sendPhoto/.test(request.path)) return json(request).chat_id === '-1001234567890'
      const form = formOf(request)
      const { width, height } = PNG.sync.read(form['photo']!.content)
      return (
        form['chat_id']!.content.toString() === '-1001234567890' && width + height <= 10_000 && width / height <= 20
      )
    },
  ],
]

interface Part {
  type: string
  inlines: { type: string; text: string }[]
}
const cardOf = (request: Received) => json(request).attachments[0].content
const teamsRules: readonly Rule[] = [
  [
    'learn.microsoft.com, connectors/teams',
    'a message with a card',
    (request) => {
      const { type, attachments } = json(request)
      return (
        type === 'message' &&
        attachments[0].contentType === 'application/vnd.microsoft.card.adaptive' &&
        cardOf(request).type === 'AdaptiveCard'
      )
    },
  ],
  ['learn.microsoft.com, known issues: 28 KB; msteams_hermes: 21 KB', 'size', ({ body }) => body.length <= 21_000],
  [
    'adaptivecards.io, RichTextBlock',
    'names as runs, which have no Markdown',
    (request) =>
      (cardOf(request).body as Part[]).every(
        ({ type, inlines }) =>
          type === 'RichTextBlock' && inlines.every(({ type: run, text }) => run === 'TextRun' && text !== ''),
      ),
  ],
  [
    'learn.microsoft.com, mentions',
    'no entities, so nobody is mentioned',
    (request) => cardOf(request).msteams.entities === undefined,
  ],
  [
    'jenkinsci/office-365-connector-plugin#353',
    'the query of the address stays',
    ({ path }) => path.includes('sig=teamsSecretTeams'),
  ],
]

const ntfyText = (request: Received): string =>
  request.method === 'PUT'
    ? (new URL(request.path, 'http://x').searchParams.get('message') ?? '')
    : json(request).message
const ntfyRules: readonly Rule[] = [
  [
    'docs.ntfy.sh, message limit',
    '4,096 bytes',
    (request) => Buffer.byteLength(ntfyText(request)) <= 4_096 && ntfyText(request) !== '',
  ],
  [
    'docs.ntfy.sh, publish as JSON',
    'to the root, with the topic',
    (request) => request.method === 'PUT' || (request.path === '/' && json(request).topic === 'ntfySecretTopic'),
  ],
  [
    'docs.ntfy.sh, attach local file',
    'PUT of the picture to the topic',
    (request) =>
      request.method === 'POST' ||
      (request.path.startsWith('/ntfySecretTopic?') && PNG.sync.read(request.body).height > 0),
  ],
  ['nginx.org, large_client_header_buffers', 'an address of less than 8 KB', ({ path }) => path.length < 8_000],
  ['docs.ntfy.sh, access tokens', 'Bearer', ({ headers }) => headers.authorization === 'Bearer tk_ntfySecretToken'],
]

const webhookRules: readonly Rule[] = [
  ['docs/manage.md', 'JSON as it is', (request) => json(request).kind === 'weekly'],
  [
    'docs/manage.md',
    'signed',
    ({ headers }) => /^t=\d+,v1=[0-9a-f]{64}$/.test(String(headers['x-tidemark-signature'])),
  ],
  ['docs/manage.md', 'numbered', ({ headers }) => headers['x-tidemark-message'] === '5'],
]

const rules: Readonly<Record<ChannelService, readonly Rule[]>> = {
  slack: slackRules,
  discord: discordRules,
  telegram: telegramRules,
  teams: teamsRules,
  ntfy: ntfyRules,
  webhook: webhookRules,
}

for (const name of channelServiceNames)
  t.test(`${name}: every post keeps the rules of the service`, async (t) => {
    receiver.answer = () => ({ status: 200, body: 'ok' })
    const target = readTarget(name, targets[name] as Record<string, string>)
    if (isFault(target)) throw new Error(target.field)
    for (const [what, one] of posts) {
      received.length = 0
      await sendPost({ id: 1, target, signingSecret: 's' }, { post: one, id: 5, now: clock.now() }, true)
      t.equal(received.length, 1, 'one request')
      const [request] = received as [Received]
      t.equal(request.headers['user-agent'], 'Tidemark')
      if (name !== 'webhook' && !/multipart|png/.test(request.headers['content-type'] ?? ''))
        t.ok(wellFormed(request.body.toString().replace(/\\n/g, '')), `${what}: text`)
      for (const [source, rule, holds] of rules[name]) t.ok(holds(request), `${what}: ${rule} (${source})`)
    }
  })

// Answers of services: what they are kept as. Repository and number of a public report, or the documentation.
const answers: readonly (readonly [
  source: string,
  service: ChannelService,
  answer: { status: number; body?: string; headers?: Record<string, string> },
  failure: RegExp,
  isGone: boolean,
  pauseSeconds?: number,
])[] = [
  [
    'api.slack.com/changelog/2016-05-17',
    'slack',
    { status: 404, body: 'channel_not_found' },
    /Slack answered 404: channel_not_found/,
    true,
  ],
  ['api.slack.com/changelog/2016-05-17', 'slack', { status: 410, body: 'channel_is_archived' }, /archived/, true],
  [
    'api.slack.com/changelog/2016-05-17',
    'slack',
    { status: 403, body: 'action_prohibited' },
    /action_prohibited/,
    true,
  ],
  ['api.slack.com/changelog/2016-05-17', 'slack', { status: 400, body: 'invalid_payload' }, /invalid_payload/, false],
  ['api.slack.com/changelog/2016-05-17', 'slack', { status: 500, body: 'rollup_error' }, /rollup_error/, false],
  ['docs.slack.dev, rate limits', 'slack', { status: 429, headers: { 'retry-after': '30' } }, /429/, false, 30],
  [
    'a proxy in front, not Slack',
    'slack',
    { status: 502, body: '<html>internal host 10.0.0.7</html>' },
    /^Slack answered 502$/,
    false,
  ],
  [
    'abahmed/kwatch#194',
    'discord',
    { status: 400, body: '{"code":50035,"message":"Invalid Form Body"}' },
    /Invalid Form Body/,
    false,
  ],
  [
    'docs.discord.com, webhook deleted',
    'discord',
    { status: 404, body: '{"message":"Unknown Webhook","code":10015}' },
    /Unknown Webhook/,
    true,
  ],
  [
    'discord/discord-api-docs#1454, milliseconds in the header',
    'discord',
    { status: 429, headers: { 'retry-after': '43323' }, body: '{"retry_after":43.3}' },
    /429/,
    false,
    43.3,
  ],
  [
    'lovvskillz/python-discord-webhook#47',
    'discord',
    { status: 429, headers: { 'retry-after': '2' }, body: '{"message":"You are being rate limited."}' },
    /limited/,
    false,
    2,
  ],
  [
    'TwiN/gatus#179',
    'telegram',
    {
      status: 400,
      body: '{"ok":false,"error_code":400,"description":"Bad Request: group chat was upgraded to a supergroup chat","parameters":{"migrate_to_chat_id":-1001557912345}}',
    },
    /supergroup.*-1001557912345/,
    true,
  ],
  [
    'bot-api/telegram#1',
    'telegram',
    { status: 400, body: '{"ok":false,"description":"Bad Request: group chat is migrated to a supergroup chat"}' },
    /migrated/,
    true,
  ],
  [
    'core.telegram.org, wrong token',
    'telegram',
    { status: 401, body: '{"ok":false,"description":"Unauthorized"}' },
    /Unauthorized/,
    true,
  ],
  [
    'core.telegram.org, kicked',
    'telegram',
    { status: 403, body: '{"ok":false,"description":"Forbidden: bot was kicked from the group chat"}' },
    /kicked/,
    true,
  ],
  [
    'core.telegram.org, ResponseParameters',
    'telegram',
    {
      status: 429,
      body: '{"ok":false,"description":"Too Many Requests: retry after 14","parameters":{"retry_after":14}}',
    },
    /retry after 14/,
    false,
    14,
  ],
  [
    'dgtlmoon/changedetection.io#3411, a renewed address',
    'teams',
    { status: 401, body: '{"error":{"code":"DirectApiAuthorizationRequired"}}' },
    /401/,
    true,
  ],
  ['elementary-data/elementary#2160', 'teams', { status: 413 }, /413/, false],
  ['learn.microsoft.com, throttling', 'teams', { status: 429, headers: { 'retry-after': '5' } }, /429/, false, 5],
  [
    'binwiederhier/ntfy, docs: access control',
    'ntfy',
    { status: 403, body: '{"code":40301,"http":403,"error":"forbidden"}' },
    /forbidden/,
    true,
  ],
  [
    'RFC 9110 10.2.3, a date',
    'webhook',
    { status: 503, headers: { 'retry-after': 'soon' } },
    /the webhook answered 503/,
    false,
  ],
  [
    'a redirect is not followed',
    'webhook',
    { status: 302, headers: { location: 'http://169.254.169.254/' }, body: 'secret' },
    /^the webhook answered 302$/,
    false,
  ],
]

t.test('answers of services: the reason, whether the channel is gone, how long it rests', async (t) => {
  for (const [source, name, answer, failure, isGone, seconds] of answers) {
    const target = readTarget(name, targets[name] as Record<string, string>)
    if (isFault(target)) throw new Error(target.field)
    receiver.answer = () => answer
    received.length = 0
    const error = await sendPost(
      { id: 1, target, signingSecret: 's' },
      { post: post(['/']), id: 1, now: clock.now() },
      true,
    ).then(
      () => undefined,
      (reason: unknown) => reason as { message: string; refused: { isGone: boolean; retryAfterMs?: number } },
    )
    t.match(error?.message, failure, source)
    t.equal(error?.refused.isGone, isGone, source)
    t.equal(error?.refused.retryAfterMs, seconds === undefined ? undefined : seconds * 1000, source)
    t.equal(received.length, 1)
  }
})

t.test('ntfy without attachments (binwiederhier/ntfy#1154) gets the text', async (t) => {
  received.length = 0
  receiver.answer = ({ method }) =>
    method === 'PUT'
      ? { status: 400, body: '{"code":40014,"http":400,"error":"invalid request: attachments not allowed"}' }
      : { status: 200 }
  const target = readTarget('ntfy', targets.ntfy as Record<string, string>) as ChannelTarget
  await sendPost({ id: 1, target, signingSecret: 's' }, { post: post(['/']), id: 1, now: clock.now() }, true)
  t.strictSame(
    received.map(({ method }) => method),
    ['PUT', 'POST'],
  )
  t.match(json(received[1]!).message, /▁|█/, 'with a graph of characters')
})

// Addresses that people paste, by their host. Secrets are made up.
const pasted: readonly (readonly [address: string, service: ChannelService | undefined, hint?: string])[] = [
  ['https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX', 'slack', 'hooks.slack.com/…XXXX'],
  ['https://hooks.slack-gov.com/services/T0/B0/abcdefghijkl', 'slack', 'hooks.slack-gov.com/…ijkl'],
  ['https://discord.com/api/webhooks/123/abcdefghijklmnop', 'discord', 'discord.com/…mnop'],
  ['https://ptb.discord.com/api/webhooks/123/abcdefghijklmnop', 'discord'],
  ['https://discordapp.com/api/webhooks/123/abcdefghijklmnop', 'discord'],
  [
    'https://prod-12.uksouth.logic.azure.com:443/workflows/a/triggers/manual/paths/invoke?api-version=2016-06-01&sp=%2Ftriggers&sv=1.0&sig=abcdefgh',
    'teams',
    'prod-12.uksouth.logic.azure.com/…efgh',
  ],
  [
    'https://x.ae.environment.api.powerplatform.com:443/powerautomate/automations/direct/workflows/a/triggers/manual/paths/invoke?sig=abcdefgh',
    'teams',
  ],
  ['https://acme.webhook.office.com/webhookb2/a/IncomingWebhook/b/c', 'webhook'],
  ['https://ntfy.sh/my-topic', 'ntfy', 'ntfy.sh/…'],
  [`https://api.telegram.org/bot${token}/sendMessage?chat_id=-100123`, 'telegram', 'api.telegram.org/… -100123'],
  ['https://api.telegram.org/botnonsense/sendMessage?chat_id=1', 'webhook'],
  ['HTTP://HOOKS.example.com/tidemark', 'webhook', 'hooks.example.com/…'],
  ['https://user:password@hooks.example.com/', undefined],
  ['ftp://example.com/', undefined],
  ['https://', undefined],
  ['someone@example.com', undefined],
]

t.test('pasted addresses are recognised, and shown without their secrets', (t) => {
  for (const [address, name, hint] of pasted) {
    const target = recogniseTarget(address)
    t.equal(target?.service, name, address)
    if (target && hint) t.equal(hintOf(target), hint)
  }
  t.end()
})

t.test('the API: added, refused, shown without secrets, changed, deleted', async (t) => {
  const refusals: readonly (readonly [body: object, error: RegExp])[] = [
    [{ service: 'irc', address: 'https://x.test/' }, /service/],
    [{ service: 'slack' }, /address: can't be blank/],
    [{ service: 'slack', address: 'x' }, /address: is invalid/],
    [{ service: 'slack', address: 7 }, /address: is invalid/],
    [{ service: 'slack', address: 'https://u:p@x.test/' }, /address: is invalid/],
    [{ service: 'slack', address: `https://x.test/${'x'.repeat(2_000)}` }, /address: is too long/],
    [
      { service: 'teams', address: 'https://acme.webhook.office.com/webhookb2/x' },
      /address: is a connector of Microsoft 365/,
    ],
    [{ service: 'telegram', token: 'x', chat: '1' }, /token: is invalid/],
    [{ service: 'telegram', token, chat: 'x y' }, /chat: is invalid/],
    [{ service: 'telegram', token: `${token}/../x`, chat: '1' }, /token: is invalid/],
    [{ service: 'ntfy', address: 'https://ntfy.sh/' }, /address: is invalid/],
    [{ service: 'webhook', address: 'https://x.test/', name: 'x'.repeat(101) }, /name: should be at most 100/],
  ]
  for (const [body, error] of refusals) t.match(await call('POST', 'channels', body), { status: 400, body: { error } })
  for (const name of channelServiceNames) {
    const { status, body } = await call('POST', 'channels', { service: name, name: `My ${name}`, ...targets[name] })
    t.equal(status, 201, name)
    const { secret } = body as { secret: string | null }
    t.equal(typeof secret, name === 'webhook' ? 'string' : 'object', 'webhooks alone are signed')
    t.match(await call('POST', 'channels', { service: name, ...targets[name] }), {
      status: 400,
      body: { error: /taken/ },
    })
  }
  const text = JSON.stringify(await listed())
  for (const secret of ['slackSecretSlack', 'discordSecretDisc', token, 'ntfySecret', 'teamsSecretT', 'webhookSecret'])
    t.notMatch(text, secret)
  const kept = await db.write.query<{ target: Buffer }>('select target from channels')
  for (const { target } of kept) t.notMatch(target.toString('latin1'), 'Secret', 'encrypted at rest')
  const [first] = (await listed()).channels as [Listed['channels'][number]]
  t.match(await call('PUT', `channels/${first.id}`, { name: 'Renamed' }), {
    status: 200,
    body: { name: 'Renamed', hint: first.hint },
  })
  t.match(
    await call('PUT', `channels/${first.id}`, { name: 'Renamed', address: 'https://x.test/aaaaaaaaaaaaaaaabcde' }),
    {
      body: { hint: 'x.test/…bcde' },
    },
  )
  t.match(await call('PUT', 'channels/999999', { name: 'x' }), { status: 404 })
  t.match(await call('DELETE', 'channels/999999'), { status: 404 })
  t.match(await call('POST', 'channels/999999/test'), { status: 404 })
  await service.provision({ domain: 'other.test', email: 'other@other.test' })
  const other = await signIn(service, 'other@other.test')
  for (const [method, path] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['POST', '/secret'],
  ] as const)
    t.match(
      await send(service, method, `/api/sites/other.test/channels/${first.id}${path}`, {}, other.headers),
      { status: 404 },
      'a channel of another site',
    )
  t.match(
    await send(
      service,
      'PUT',
      '/api/sites/other.test/reports/weekly',
      { recipients: [], channels: [first.id] },
      other.headers,
    ),
    { status: 400 },
  )
  for (const { id } of (await listed()).channels) t.match(await call('DELETE', `channels/${id}`), { status: 204 })
  t.strictSame((await listed()).channels, [])
})

const add = async (name: ChannelService): Promise<{ id: number; secret: string }> =>
  (await call('POST', 'channels', { service: name, ...targets[name] })).body as { id: number; secret: string }
const clear = async () => {
  for (const { id } of (await listed()).channels) await call('DELETE', `channels/${id}`)
  received.length = 0
  receiver.answer = () => ({ status: 200, body: 'ok' })
}

t.test('a week’s report in every service, at a chosen day and hour, with what strangers sent', async (t) => {
  await clear()
  const start = now
  for (const [index, name] of hostile.entries())
    await fetch(`${service.url}/api/event`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 Chrome/130',
        'x-forwarded-for': `203.0.113.${index + 1}`,
      },
      body: JSON.stringify({
        name: 'pageview',
        url: `https://${domain}/?utm_source=${encodeURIComponent(name)}`,
        domain,
      }),
    })
  const ids: number[] = []
  for (const name of channelServiceNames) ids.push((await add(name)).id)
  for (const [body, error] of [
    [{ day: 8, hour: 8 }, 'day: must be a whole number from 1 to 7'],
    [{ day: 1, hour: 24 }, 'hour: must be a whole number from 0 to 23'],
  ] as const)
    t.match(await call('PUT', 'reports/weekly', { recipients: [], channels: ids, ...body }), {
      status: 400,
      body: { error },
    })
  t.match(await call('PUT', 'reports/weekly', { recipients: [], channels: ids, day: 3, hour: 17 }), { status: 204 })
  const weekly = (await listed()).reports.find(({ kind }) => kind === 'weekly')
  t.match(weekly, { day: 3, hour: 17 })
  t.strictSame(
    weekly?.recipients.map(({ channel }) => channel),
    ids,
  )
  const wednesday = new Date(now)
  wednesday.setUTCHours(17, 0, 30, 0)
  const daysAhead =
    ((10 - wednesday.getUTCDay()) % 7) + (wednesday.getUTCDay() >= 1 && wednesday.getUTCDay() <= 3 ? 7 : 0)
  now = wednesday.getTime() + daysAhead * 86_400_000 - 3_600_000
  t.equal(await reports.plan(clock.now()), 0, 'an hour before')
  now += 3_600_000
  t.equal(await reports.plan(clock.now()), ids.length)
  t.equal(await reports.plan(clock.now()), 0, 'once')
  t.equal(await sendAll(), ids.length)
  t.equal(received.length, ids.length)
  for (const [index, request] of received.entries()) {
    const name = channelServiceNames[index]!
    for (const [source, rule, holds] of rules[name].filter(([, of]) => of !== 'numbered'))
      t.ok(holds(request), `${name}: ${rule} (${source})`)
  }
  const body = json(received.at(-1)!)
  t.match(body, {
    kind: 'weekly',
    site: domain,
    totals: { visitors: { value: Number } },
    dashboard: /period=custom&from=/,
  })
  t.equal(body.visitors_by_day.length, 7)
  t.ok(body.top['visit:source'].length > 0)
  now = start
})

t.test('the documented snippet: takes what was sent, refuses another secret, body and an old message', async (t) => {
  await clear()
  const { id, secret } = await add('webhook')
  t.match(await call('POST', `channels/${id}/test`), { status: 201, body: { failure: null } })
  const [request] = received as [Received]
  const page = await readFile(projectPath('docs', 'manage.md'), 'utf8')
  const snippet = /```js\n(import \{ createHmac[\s\S]*?)```/.exec(page)?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'tidemark-snippet-'))
  t.teardown(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'check.mjs'), snippet)
  const { isFromTidemark: check } = (await import(pathToFileURL(join(folder, 'check.mjs')).href)) as {
    isFromTidemark(secret: string, body: Buffer, header: string | undefined, now?: number): boolean
  }
  const header = String(request.headers['x-tidemark-signature'])
  t.equal(check(secret, request.body, header, now), true)
  t.equal(check(secret, request.body, header, now + 299_000), true, 'within five minutes')
  const wrong = Buffer.from(request.body)
  wrong[5] = (wrong[5] as number) ^ 1
  for (const [what, result] of [
    ['another body', check(secret, wrong, header, now)],
    ['another secret', check(`${secret}x`, request.body, header, now)],
    ['replayed later', check(secret, request.body, header, now + 302_000)],
    ['from the future', check(secret, request.body, header, now - 302_000)],
    ['another time', check(secret, request.body, header.replace(/t=\d/, 't=9'), now)],
    ['none', check(secret, request.body, undefined, now)],
    ['half of one', check(secret, request.body, header.slice(0, -2), now)],
  ] as const)
    t.equal(result, false, what)
  const renewed = (await call('POST', `channels/${id}/secret`)).body as { secret: string }
  t.not(renewed.secret, secret)
  await call('POST', `channels/${id}/test`)
  const [, next] = received as [Received, Received]
  const nextHeader = String(next.headers['x-tidemark-signature'])
  t.strictSame(
    [check(secret, next.body, nextHeader, now), check(renewed.secret, next.body, nextHeader, now)],
    [false, true],
  )
  for (let count = 0; count < 8; count += 1) await call('POST', `channels/${id}/test`)
  t.match(await call('POST', `channels/${id}/test`), { status: 429 }, 'ten tests an hour')
})

t.test('a busy service is left alone, a gone one is marked, and each message goes once', async (t) => {
  await clear()
  const start = now
  const [slack, hook] = [await add('slack'), await add('webhook')]
  await call('PUT', 'reports/weekly', { recipients: [] })
  await call('PUT', 'reports/silence', { recipients: [], channels: [slack.id, hook.id], threshold: 24 })
  await call('PUT', 'reports/monthly', { recipients: [], channels: [slack.id], day: 28, hour: 0 })
  now += 60 * 3_600_000
  receiver.answer = ({ path }) =>
    path.startsWith('/services') ? { status: 429, headers: { 'retry-after': '1800' } } : { status: 200 }
  t.equal(await reports.watch(clock.now()), 2)
  t.equal(await sendAll(), 1, 'the webhook')
  t.match(await channelOf(slack.id), { failure: 'Slack answered 429', broken_at: null })
  received.length = 0
  now += 29 * 60_000
  t.equal(await sendAll(), 0)
  t.equal(received.length, 0, 'not even asked')
  receiver.answer = () => ({ status: 200 })
  now += 62_000
  t.equal(await sendAll(), 1)
  t.match(await channelOf(slack.id), { failure: null })
  t.equal(await sendAll(), 0)

  receiver.answer = () => ({ status: 404, body: 'no_service' })
  now = start + 40 * 86_400_000
  await reports.plan(clock.now())
  await sendAll()
  t.match(await channelOf(slack.id), { failure: 'Slack answered 404: no_service', broken_at: String })
  received.length = 0
  now += 40 * 86_400_000
  t.equal(await reports.plan(clock.now()), 0, 'nothing is planned for a broken channel')
  await sendAll()
  t.equal(received.length, 0)
  receiver.answer = () => ({ status: 200 })
  t.match(await call('POST', `channels/${slack.id}/test`), { body: { failure: null } })
  t.match(await channelOf(slack.id), { failure: null, broken_at: null }, 'a test that arrives mends it')
  t.equal(await sendAll(), 0, 'what was given up stays so')
  now = start
  await call('PUT', 'reports/silence', { recipients: [] })
  await call('PUT', 'reports/monthly', { recipients: [] })
})

t.test('webhooks of earlier versions become channels, and keep their messages', async (t) => {
  await clear()
  const address = `${receiver.url}/hooks/earlier`
  const ids = await db.write.query<{ id: number }>(
    `insert into recipients (site_id, kind, address, threshold, created_at)
     select $1, kind, $2, 5, now() from unnest($3::text[]) as given (kind) returning id`,
    [site.id, address, ['spike', 'silence']],
  )
  await db.write.query(
    `insert into messages (recipient_id, occasion, due_at, next_at, facts) values ($1, $2, $3, $3, '{"visitors":7}')`,
    [ids[0]?.id, clock.now().toISOString(), clock.now()],
  )
  await reports.plan(clock.now())
  const { channels, reports: kinds } = await listed()
  t.match(channels, [{ service: 'webhook', hint: /^127\.0\.0\.1:\d+\/…$/ }])
  for (const kind of ['spike', 'silence'])
    t.match(kinds.find((one) => one.kind === kind)?.recipients, [{ channel: channels[0]?.id }])
  t.equal(await sendAll(), 1)
  t.strictSame(Object.keys(json(received.at(-1)!)), ['kind', 'site', 'text', 'noticed_at', 'visitors', 'dashboard'])
  t.match(await call('PUT', 'reports/spike', { recipients: ['a@b.test', address] }), { status: 204 })
  t.equal((await listed()).channels.length, 1, 'the same address is the same channel')
  await call('PUT', 'reports/spike', { recipients: [] })
  await call('PUT', 'reports/silence', { recipients: [] })
})

// Spellings of private addresses, as a person may type them.
const privateAddresses = [
  'http://127.0.0.1/x',
  'http://localhost/x',
  'http://localhost./x',
  'http://2130706433/x',
  'http://0x7f000001/x',
  'http://017700000001/x',
  'http://127.1/x',
  'http://0/x',
  'http://[::1]/x',
  'http://[::]/x',
  'http://[::ffff:127.0.0.1]/x',
  'http://[::ffff:7f00:1]/x',
  'http://[64:ff9b::7f00:1]/x',
  'http://[2002:7f00:1::]/x',
  'http://[fd00::1]/x',
  'http://[fe80::1]/x',
  'http://10.0.0.1/x',
  'http://172.16.0.1/x',
  'http://192.168.1.1/x',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1/x',
  'http://198.18.0.1/x',
  'http://224.0.0.1/x',
  'http://⑯⑨。②⑤④。⑯⑨。②⑤④/x',
]

t.test('nothing is sent to private addresses, however they are spelled', async (t) => {
  received.length = 0
  receiver.answer = () => ({ status: 200 })
  for (const address of [...privateAddresses, `${receiver.url}/x`]) {
    const target = readTarget('webhook', { address })
    if (isFault(target)) continue
    await t.rejects(
      sendPost({ id: 1, target, signingSecret: 's' }, { post: post(['/']), id: 1, now: clock.now() }, false),
      { message: /no public address|ENOTFOUND/ },
      address,
    )
  }
  t.equal(received.length, 0)
})

t.test('neither answers nor logs hold a target', async (t) => {
  await clear()
  const lines: string[] = []
  const quiet = { ...log, warn: (...said: unknown[]) => lines.push(JSON.stringify(said)) } as unknown as typeof log
  const telegram = await add('telegram')
  await call('PUT', 'reports/silence', { recipients: [], channels: [telegram.id], threshold: 1 })
  const start = now
  now += 60 * 3_600_000
  const loud = createReports({
    db,
    log: quiet,
    directory,
    recipients: registry.recipients,
    channels: registry.channels,
    stats: createStats({ ...reading, log }),
    watching: createWatching(reading),
    measures: createMeasures({ ...reading, log }),
    mailer: undefined,
    allowsPrivateWebhooks: true,
    baseUrl: 'https://stats.test',
  })
  receiver.answer = () => ({ status: 500, body: `https://api.telegram.org/bot${token}/x` })
  t.equal(await loud.watch(clock.now()), 1)
  t.equal(await sendAll(loud), 0)
  t.equal(lines.length, 1)
  t.notMatch(lines.join(), token)
  t.notMatch(JSON.stringify(await listed()), token)
  await call('DELETE', `channels/${telegram.id}`)
  now = start
})
