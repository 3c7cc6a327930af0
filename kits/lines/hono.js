import { getConnInfo } from '@hono/node-server/conninfo'
import { carry, count } from './tidemark.js'

app.use(async (c, next) => {
  const ip = getConnInfo(c).remote.address
  const carried = carry(c.req.raw, { ip })
  if (carried) return carried
  await next()
  // Without the script: count(c.req.raw, c.res, { ip })
})
