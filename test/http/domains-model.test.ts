// Random domain changes, creations, deletions and expiries by two teams against a naive model of who holds which name
// (spec/management 4.3, 4.4, 7.1).
import fc from 'fast-check'
import t from 'tap'
import { type Call, createCall } from '../support/api.ts'
import { startApp } from '../support/app.ts'
import { runs } from '../support/effort.ts'

const service = await startApp()
t.teardown(() => service.stop())
const sites = '/api/v1/sites'

interface ModelSite {
  readonly team: number
  domain: string
  from: string | null
}

const taken = 'domain: This domain cannot be registered. Perhaps one of your colleagues registered it?'
const same = 'domain: New domain must be different than the current one'
const notFound = 'Site could not be found'

/** The rules of spec/management 4.4; each returns the message of a refusal. */
function createModel() {
  let all: ModelSite[] = []
  const find = (name: string) => all.find(({ domain }) => domain === name) ?? all.find(({ from }) => from === name)
  return {
    all: () => all,
    find,
    change(team: number, name: string, to: string): string | undefined {
      const site = find(name)
      if (site?.team !== team) return notFound
      if (site.domain === to) return same
      const others = all.filter((each) => each !== site)
      if (others.some((each) => each.domain === to || (each.from === to && each.team !== team))) return taken
      // Two sites of a team cannot both have been this: the younger memory wins.
      for (const other of others) if (other.from === site.domain) other.from = null
      site.from = site.domain
      site.domain = to
      return undefined
    },
    create(team: number, name: string): string | undefined {
      if (all.some(({ domain, from, team: owner }) => domain === name || (from === name && owner !== team)))
        return taken
      for (const site of all) if (site.from === name) site.from = null
      all.push({ team, domain: name, from: null })
      return undefined
    },
    remove(team: number, name: string): string | undefined {
      const site = find(name)
      if (site?.team !== team) return notFound
      all = all.filter((each) => each !== site)
      return undefined
    },
    expire(): undefined {
      for (const site of all) site.from = null
    },
  }
}

const names = ['a.test', 'b.test', 'c.test', 'd.test', 'e.test']
const spellings = (name: string) => [name, `https://www.${name.toUpperCase()}/`, ` ${name} `]
const name = fc.constantFrom(...names)
const team = fc.constantFrom(0, 1)
const spelling = fc.nat({ max: 2 })
const operation = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('change' as const), team, name, to: name, spelling }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('create' as const), team, to: name, spelling }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), team, name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const) }) },
)

/** Two teams, each with a key of its owner. */
const calls: Call[] = []
for (const index of [0, 1]) {
  const made = await service.provision({ domain: `start-${index}.test`, email: `owner-${index}@model.test` })
  calls.push(createCall(service.url, made.api_key))
}

t.setTimeout(120_000)
t.test('random histories', { timeout: 120_000 }, async (t) => {
  const outcomes = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 12, maxLength: 20, size: 'max' }), async (operations) => {
      await service.app.db.write.query(`delete from sites where domain !~ '^start-'`)
      await service.app.directory.refresh()
      const model = createModel()
      for (const [owner, first] of [
        [0, 'a.test'],
        [0, 'b.test'],
        [1, 'c.test'],
      ] as const) {
        model.create(owner, first)
        await (calls[owner] as Call)('POST', sites, { domain: first })
      }
      for (const [index, step] of operations.entries()) {
        const where = `step ${index} of ${JSON.stringify(operations)}`
        let expected: string | undefined
        let answer: { status: number; body: { error?: string; domain?: string } } | undefined
        if (step.kind === 'expire') {
          expected = model.expire()
          await service.app.registry.sites.expireDomains(0)
        } else {
          const call = calls[step.team] as Call
          if (step.kind === 'change') {
            expected = model.change(step.team, step.name, step.to)
            answer = await call('PUT', `${sites}/${step.name}`, { domain: spellings(step.to)[step.spelling] })
          } else if (step.kind === 'create') {
            expected = model.create(step.team, step.to)
            answer = await call('POST', sites, { domain: spellings(step.to)[step.spelling] })
          } else {
            expected = model.remove(step.team, step.name)
            answer = await call('DELETE', `${sites}/${step.name}`)
          }
          if (answer.body.error !== expected) throw new Error(`${where}: ${answer.body.error} instead of ${expected}`)
          const status = expected === undefined ? 200 : expected === notFound ? 404 : 400
          if (answer.status !== status) throw new Error(`${where}: ${answer.status} instead of ${status}`)
        }
        outcomes.set(
          `${step.kind}: ${expected ?? 'done'}`,
          (outcomes.get(`${step.kind}: ${expected ?? 'done'}`) ?? 0) + 1,
        )
        for (const each of names) {
          const site = model.find(each)
          const view = service.app.directory.find(each)
          if (view?.domain !== site?.domain || view?.domainChangedFrom !== (site ? site.from : undefined))
            throw new Error(
              `${where}: ${each} leads to ${view?.domain} (${view?.domainChangedFrom}), not ${site?.domain} (${site?.from})`,
            )
        }
      }
      for (const each of names)
        for (const [index, call] of calls.entries()) {
          const site = model.find(each)
          const found = await call('GET', `${sites}/${each}`)
          if (found.body.domain !== (site?.team === index ? site.domain : undefined)) return false
        }
      const stored = await service.app.registry.sites.list()
      return stored.filter(({ domain }) => !domain.startsWith('start-')).length === model.all().length
    }),
    { numRuns: runs(12) },
  )
  for (const outcome of [
    'change: done',
    `change: ${taken}`,
    `change: ${same}`,
    'create: done',
    `create: ${taken}`,
    'remove: done',
    'expire: done',
  ])
    t.ok((outcomes.get(outcome) ?? 0) > 0, `${outcome} ${outcomes.get(outcome)}`)
})
