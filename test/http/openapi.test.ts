// The OpenAPI document is valid, and the page that shows it needs nothing from elsewhere.
import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { startApp } from '../support/app.ts'

const service = await startApp()
t.teardown(() => service.stop())
const get = (path: string) => fetch(service.url + path)

t.test('the document validates as OpenAPI 3.1', async (t) => {
  const answer = await get('/api/openapi.json')
  t.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  const document = (await answer.json()) as { openapi: string; paths: Record<string, Record<string, { operationId: string }>> }
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  t.ok(valid, JSON.stringify(errors))
  t.equal(document.openapi, '3.1.0')
  const ids = Object.values(document.paths).flatMap((operations) => Object.values(operations).map((operation) => operation.operationId))
  t.equal(new Set(ids).size, ids.length, 'operation ids are unique')
  for (const id of ['UpsertGoals', 'UpdateSite', 'GetTimeseries', 'IngestEvent']) t.ok(ids.includes(id), id)
})

t.test('the page loads only its own files', async (t) => {
  const page = await (await get('/api/docs')).text()
  t.notMatch(page, /https?:\/\//)
  for (const [, file = ''] of page.matchAll(/(?:src|href)="([^"]+)"/g)) t.equal((await get(`/api/${file}`)).status, 200, file)
  t.equal((await get('/api/docs/package.json')).status, 404)
  t.equal((await get('/api/docs/..%2fpackage.json')).status, 404)
})
