// Meanings of the options, for manual pages. The commands' own texts say more where it is needed.
import { exportedRows, exportFormats } from '../rules/exported-rows.ts'
import { guestRoles, keyHourlyLimit, plans, teamRoles } from '../rules/roles.ts'
import { shieldTypeNames } from '../rules/shield-types.ts'

/** `a, b or c`. */
const oneOf = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** By option, or by command and option where a name means something else there. */
const texts: Readonly<Record<string, string>> = {
  add: 'names to add, joined by commas',
  again: 'import the same file once more',
  demo: 'fill the first site with a year of made-up history',
  description: 'what it is for',
  domain: 'the domain of the site, current or previous',
  'provision domain': 'the domain of the new site',
  'site create domain': 'the domain of the new site',
  dump: 'the file to write the database into',
  email: 'the address of the account or guest',
  end: 'end them instead',
  features: 'what the plan enterprise has, joined by commas',
  format: exportFormats.join(' or '),
  from: 'the first local day, YYYY-MM-DD',
  'import from': 'the source, as the help of the command lists them; events otherwise',
  header: 'a header of the request, "Name: value"; may be repeated',
  help: 'this page',
  hours: 'how many hours back',
  'hourly-limit': `how many requests the key may make in an hour (${keyHourlyLimit})`,
  id: 'which one, as the list shows it',
  'if-missing': 'return the account when it exists',
  json: 'one JSON value on standard output, nothing else',
  'export json': 'no effect: --format says how rows are written',
  'completion json': 'no effect: the script is the output',
  'sql grant role': 'the role of the database',
  'sql grant site': 'the domain of a site, current or previous; may be repeated',
  'sql revoke role': 'the role of the database',
  'mcp json': 'no effect: the output is the protocol',
  key: 'an API key',
  url: 'the address of the service',
  months: 'how many months are kept',
  name: 'a name to show',
  off: 'keep everything',
  owner: 'the address of the account the team belongs to',
  parts: 'over how many parts, 2 to 16',
  password: 'the password; - reads it from standard input',
  peer: 'the address the connection comes from (127.0.0.1)',
  plan: oneOf(plans),
  port: 'the port to listen on',
  props: 'custom properties, joined by commas',
  remove: 'names to remove, joined by commas',
  restore: 'the file to read, into an empty database',
  role: `${oneOf(teamRoles)} of a team; ${oneOf(guestRoles)} of a site`,
  scopes: 'what the key may do, joined by commas (stats:read:*)',
  set: 'all names, joined by commas',
  site: 'the domain of the site, current or previous',
  'sites-limit': 'how many sites the team may have',
  'copy to': 'the database to copy to, which is new',
  'skip-invalid': 'leave bad lines out instead of refusing the file',
  stop: 'end it instead',
  team: 'the identifier of the team, as `tidemark team list` shows it',
  timezone: 'an IANA time zone (Etc/UTC)',
  to: 'the last local day, YYYY-MM-DD',
  'site domain to': 'the new domain',
  'site timezone to': 'the new IANA time zone',
  type: oneOf(shieldTypeNames),
  user: 'the address of the account',
  value: 'what the rule is about',
  wait: 'wait until everything acknowledged is visible',
  what: exportedRows.join(' or '),
  'without-salts': 'leave out what visitor ids are computed with',
  yes: 'really',
}

/** The text of a command's option. Empty for one without a description. */
export const describeOption = (command: string, option: string): string =>
  texts[`${command} ${option}`] ?? texts[option] ?? ''
