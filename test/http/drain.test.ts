// Stopping under load: busy connections are told to close after their answer, so nothing is cut and nobody waits for the end of the grace time.
import { Agent, request } from 'node:http'
import t from 'tap'
import { startApp } from '../support/app.ts'
import { until } from '../support/cut.ts'

t.test('clients that never pause do not hold up a stop, and lose no answer', async (t) => {
  const service = await startApp()
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const url = new URL(`${service.url}/api/health/live`)
  let isOver = false
  let answered = 0
  const closings: string[] = []
  const ask = () =>
    new Promise<boolean>((resolve) => {
      request(url, { agent }, (response) => {
        answered += 1
        if (response.headers.connection === 'close') closings.push('close')
        response.resume().on('end', () => resolve(true))
      })
        .on('error', () => resolve(false))
        .end()
    })
  // Each client goes on until the port is closed.
  const clients = Array.from({ length: 4 }, async () => {
    while (!isOver && (await ask()));
  })
  await until(() => answered >= 100)
  const startedAt = performance.now()
  await service.app.stop()
  t.ok(performance.now() - startedAt < 4_500, 'sooner than the 5 seconds after which connections are cut')
  t.equal(closings.length, 4, 'each connection was told')
  isOver = true
  await Promise.all(clients)
  agent.destroy()
  await service.stop()
})
