// server/middleware/tidemark.js
import { defineEventHandler, getRequestIP, sendWebResponse, toWebRequest } from 'h3'
import { carry } from '../tidemark.js'

export default defineEventHandler(async (event) => {
  if (!event.path.startsWith('{{path}}/')) return
  // Behind a proxy of your own that sets X-Forwarded-For: { xForwardedFor: true }
  const carried = carry(toWebRequest(event), { ip: getRequestIP(event) })
  if (carried) return sendWebResponse(event, await carried)
})
