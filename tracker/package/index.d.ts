// The public types of the package form.

/** File extensions counted as downloads unless `fileDownloads` says otherwise. */
export declare const DEFAULT_FILE_TYPES: readonly string[]

/** Custom properties of an event. The service keeps strings, numbers and booleans. */
export type Props = Record<string, unknown>

/** Money that goes with an event. */
export interface Revenue {
  amount: number | string
  currency: string
}

/** What the callback of an event gets: the answer's status, the failure, or nothing when the event was ignored. */
export type CallbackResult = { status: number } | { error: unknown } | undefined

/** Options of one event. */
export interface EventOptions {
  /** Custom properties; they win over `customProperties` key by key. */
  props?: Props
  /** The older name of `props`, which wins key by key. */
  meta?: Props
  /** `false`: the event does not count against the bounce rate. */
  interactive?: boolean
  revenue?: Revenue
  /** Called once: after the answer, or at once when the event is ignored. */
  callback?: (result?: CallbackResult) => void
  /** The address told instead of `location.href`. */
  url?: string
  /** The same, wins over `url`. */
  u?: string
}

/** What goes over the wire. */
export interface Payload {
  /** Event name. */
  n: string | number
  /** Version of the tracker. */
  v: number
  /** Address. */
  u: string
  /** Domain. */
  d: string | null
  /** Referrer; not in engagement. */
  r?: string | null
  /** Custom properties. */
  p?: Props
  /** `false` for an event that is no interaction. */
  i?: false
  /** Revenue. */
  $?: Revenue
  /** 1 in hash mode. */
  h?: 1
  /** Scroll depth in percent; engagement only. */
  sd?: number
  /** Engaged milliseconds; engagement only. */
  e?: number
}

/** Options of the tracker. */
export interface InitOptions {
  /** The site's domain, as registered. */
  domain: string
  /** Where events go. Default: the service this package was built for. */
  endpoint?: string
  /** Send pageviews by itself. Default true. */
  autoCapturePageviews?: boolean
  /** The fragment is the page. Default false. */
  hashBasedRouting?: boolean
  /** Default false. */
  outboundLinks?: boolean
  /** Default false. */
  fileDownloads?: boolean | { fileExtensions: readonly string[] }
  /** Default false. */
  formSubmissions?: boolean
  /** Send from localhost and from automated browsers too. Default false. */
  captureOnLocalhost?: boolean
  /** Warn in the console about ignored events. Default true. */
  logging?: boolean
  /** Bind `track` to `window.tidemark`. Default true. */
  bindToWindow?: boolean
  /** Properties for every event except engagement: an object, or a function of the event's name. */
  customProperties?: Props | ((eventName: string) => Props | undefined)
  /** Gets every payload except engagement; gives the one to send, or something falsy to drop the event. */
  transformRequest?: (payload: Payload) => Payload | null | undefined | false
}

/** Starts the tracker. Throws without `domain`, and when called twice. Does nothing outside a browser. */
export declare function init(options: InitOptions): void

/** Sends an event. Throws before `init`. Does nothing outside a browser. */
export declare function track(eventName: string | number, options?: EventOptions): void
