// app{{path}}/[...tidemark]/route.js, in place of the middleware; the kit's file is beside app/
import { carry } from '{{route_up}}tidemark.js'

const ipOf = (request) =>
  (request.headers.get('x-real-ip') ?? request.headers.get('x-forwarded-for') ?? '').split(',')[0].trim()
const handle = (request) => carry(request, { ip: ipOf(request) }) ?? new Response(null, { status: 404 })

export const dynamic = 'force-dynamic'
export { handle as GET, handle as HEAD, handle as POST }
