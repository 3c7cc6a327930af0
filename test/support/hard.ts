// A site with hard data: long names, names from the right to the left, 200 goals, 100 properties, amounts of millions.
import type { TestDashboard } from './dashboard.ts'

export const hardDomain = 'hard.test'

/** Names that are longer than any column, from the right to the left, and of signs that are joined. */
export const hardNames = [
  'مرحبا بالعالم تحليلات الويب بدون ملفات تعريف الارتباط',
  'ウェブ解析プライバシーを守るクッキーなし',
  '👩‍🚀🧪',
  'Überwachungsmaßnahmenverordnungsentwurf-'.repeat(3),
] as const

/** Makes the site beside that of the service, and sends today's events, each of a visitor of its own. */
export async function seedHard(service: TestDashboard): Promise<void> {
  const { registry, directory } = service.app
  await service.provision({ domain: hardDomain, email: service.site.email })
  const site = directory.find(hardDomain)!
  const goalOf = (index: number) => `A goal with a name that says all there is to say of it ${index}`
  await registry.goals.upsert(
    site,
    [...Array(200).keys()].map((index) => ({
      kind: 'event' as const,
      eventName: goalOf(index),
      currency: index < 3 ? 'EUR' : null,
      customProps: {},
    })),
  )
  const send = (agent: number, n: string, more: object) =>
    fetch(`${service.url}/api/event`, {
      method: 'POST',
      headers: {
        'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${101 + agent}.0) Gecko/20100101 Firefox/${101 + agent}.0`,
      },
      body: JSON.stringify({
        n,
        d: hardDomain,
        u: `https://${hardDomain}/${encodeURIComponent(hardNames[agent % 4]!)}`,
        ...more,
      }),
    })
  for (let agent = 0; agent < 8; agent += 1) {
    const keys = [...Array(25).keys()].map((at) => `property_${(agent * 25 + at) % 100}_with_a_long_name`)
    await send(agent, 'pageview', { p: Object.fromEntries(keys.map((key) => [key, hardNames[agent % 4]!])) })
    await send(agent, goalOf(agent), agent < 3 ? { $: { amount: 1_234_567.89, currency: 'EUR' } } : {})
  }
}
