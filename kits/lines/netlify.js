// netlify/edge-functions/tidemark.js
import { carry, count } from './lib/tidemark.js'

export default async (request, context) => {
  const carried = carry(request, { ip: context.ip })
  if (carried) return carried
  const response = await context.next()
  // Without the script: count(request, response, { ip: context.ip, waitUntil: (sent) => context.waitUntil(sent) })
  return response
}

export const config = { path: '{{path}}/*' }
// To count pages: path: '/*'
