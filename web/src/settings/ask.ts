// Asks routes of a site's settings. Their contracts say what they take and answer; the bundle holds the paths alone.
import type { BodyOf, ReplyOf } from '../../../src/http/contracts/contract.ts'
import type { SettingsContracts } from '../../../src/http/contracts/settings.ts'
import { type Method, request } from '../service/request.ts'
import { settingsApi } from './kit.tsx'

type ByEndpoint = {
  [Name in keyof SettingsContracts as SettingsContracts[Name]['endpoint']]: SettingsContracts[Name]
}
type Endpoint = keyof ByEndpoint
type Below<Of extends Method> = `${Of} /api/sites/:site_id/`

/** Paths of the settings that a method has, below the site: `shields/:id`. */
type PathOf<Of extends Method, Each = Endpoint> = Each extends `${Below<Of>}${infer Path}` ? Path : never
type ContractOf<Of extends Method, Path extends string> = ByEndpoint[`${Below<Of>}${Path}` & Endpoint]
type NameOf<Path extends string> = Path extends `${infer Name}/${string}` ? Name : Path
type ParamsOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? { readonly [Key in NameOf<Rest>]: string | number }
  : object

interface Given<Of extends Method, Path extends string> {
  readonly params?: ParamsOf<Path>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: BodyOf<ContractOf<Of, Path>>
  readonly signal?: AbortSignal
}

/** The answer of a route of the settings, by its contract. */
export type Reply<Of extends Method, Path extends PathOf<Of>> = ReplyOf<ContractOf<Of, Path>>

/** A path below the settings with its parameters in their places. */
export const pathTo = (path: string, params: object = {}): string =>
  settingsApi(
    Object.entries(params).reduce((text, [name, value]) => text.replace(`:${name}`, encodeURIComponent(value)), path),
  )

/** Asks a route of the settings. Throws a `Refusal`. */
export const ask = <Of extends Method, Path extends PathOf<Of>>(
  method: Of,
  path: Path,
  { params, query, body, signal }: Given<Of, Path> = {},
): Promise<Reply<Of, Path>> =>
  request<Reply<Of, Path>>(method, pathTo(path, params) + (query ? `?${new URLSearchParams(query)}` : ''), body, signal)
