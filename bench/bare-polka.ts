// The yardstick: a polka server that reads the same bodies, parses the same JSON and answers 202, and does nothing
// else.
import polka from 'polka'

const app = polka()
app.post('/api/event', (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    JSON.parse((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString())
    response.writeHead(202, { 'content-type': 'text/plain', 'content-length': 2 })
    response.end('ok')
  })
})
// `listen` attaches its handlers a turn later, so that a whole round of requests is parsed first: polka's fastest way.
app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' }, () => {})
process.once('SIGTERM', () => process.exit(0))
