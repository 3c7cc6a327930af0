// middleware.js beside app/ or pages/ (from Next 16 on: proxy.js, and the function is called proxy)
import { NextResponse } from 'next/server'
import { carry, count } from './tidemark.js'

// Vercel sets both headers. `next start` sets the second, but believes one that a visitor sends: put a proxy in front
// that sets x-real-ip itself.
const ipOf = (request) =>
  (request.headers.get('x-real-ip') ?? request.headers.get('x-forwarded-for') ?? '').split(',')[0].trim()

export async function middleware(request, event) {
  const ip = ipOf(request)
  const carried = carry(request, { ip })
  if (carried) return carried
  // Without the script: count(request, undefined, { ip, waitUntil: (sent) => event.waitUntil(sent) })
  return NextResponse.next()
}

export const config = { matcher: ['{{path}}/:path*'] }
// To count pages: matcher: ['/((?!_next/|api/|.*\\.).*)', '{{path}}/:path*']
