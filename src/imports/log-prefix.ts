// Text that other programs put before the lines of a log: container engines, the system's log, terminals. It ends where
// the server's own line begins, so that nothing of it is taken for a visitor.
import { isAddress } from './log-request.ts'

/** Patterns are anchored and bounded: a line costs the same whatever follows. */
const prefixes: readonly RegExp[] = [
  // Colours of a terminal.
  /^\x1b\[[\d;]{0,20}m/,
  // docker compose logs, docker service logs: `nginx-1  | `.
  /^(?<word>[\w.@-]{1,200}) {1,100}\| ?/,
  // kubectl logs --prefix: `[pod/web-7d4b9/nginx] `.
  /^\[pod\/[^\]\s]{1,300}\] /,
  // Container runtimes of Kubernetes: `2024-01-05T10:00:00.123Z stdout F `; docker logs -t; journalctl -o short-iso.
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)? (?:std(?:out|err) F )?/,
  // Loggers of Go and Python, as Caddy 1 has them: `2019/12/06 08:16:01 `.
  /^\d{4}[-/]\d\d[-/]\d\d \d\d:\d\d:\d\d(?:[.,]\d{1,9})? /,
  // The system's log over the network: RFC 5424, then RFC 3164.
  /^<\d{1,3}>\d{1,2} (?:\S{1,255} ){5}- /,
  /^<\d{1,3}>/,
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (?:\d{4} )?/,
  // Machine and program of the system's log: `web1 nginx[123]: `. The machine may be named by its address.
  /^\S{1,255} (?<tag>[A-Za-z][\w./-]{0,63})(?:\[\d{1,10}\])?: /,
  /^(?<tag>[A-Za-z][\w/-]{0,63})(?:\[\d{1,10}\])?: /,
]

/** Prefixes of one line: more than this are no prefixes. */
const prefixesMax = 6

function lengthOfPrefix(line: string): number {
  for (const pattern of prefixes) {
    const found = pattern.exec(line)
    if (!found || found[0] === '') continue
    // nginx writes `unix:` for a socket, and a line may begin with an address and a bar.
    if (found.groups?.tag === 'unix' || isAddress(found.groups?.word ?? '')) continue
    return found[0].length
  }
  return 0
}

/**
 * The line as the server wrote it.
 * @example withoutPrefix('nginx-1  | 203.0.113.5 - - [') // '203.0.113.5 - - ['
 */
export function withoutPrefix(line: string): string {
  let rest = line
  for (let count = 0; count < prefixesMax; count++) {
    if (rest.startsWith('{') || rest.startsWith('#')) break
    // A copy of the beginning, so that no pattern sees more of a long line than a prefix may have.
    const length = lengthOfPrefix(rest.slice(0, 1_000))
    if (length === 0) break
    rest = rest.slice(length)
  }
  return rest
}
