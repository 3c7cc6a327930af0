// middleware.js of a project without a framework
import { next, waitUntil } from '@vercel/functions'
import { carry, count } from './tidemark.js'

export default function middleware(request) {
  const ip = request.headers.get('x-real-ip')
  const carried = carry(request, { ip })
  if (carried) return carried
  // Without the script: count(request, undefined, { ip, waitUntil })
  return next()
}
