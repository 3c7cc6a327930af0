// The options of a site's tracker: one entry an option. The columns, the Sites and the Plugins API, the named scripts,
// a site's own script, the package and the install page all follow this table.

/** One option of the tracker script configuration, by its name in the Sites API and its column of `tracker_configs`. */
interface TrackerOption {
  /** Its part of a script's name: `outbound-links` in `script.outbound-links.js`. */
  readonly suffix?: string
  /** Its name in the package and in the site's own script. */
  readonly option?: string
  /** The name of the event whose goal is made or removed with the option (spec/management 4.5). */
  readonly goal?: string
  /** The Plugins API shows and changes it (spec/management 7.6). */
  readonly inPlugins?: true
  /** Its place on the install page and in the site's own script, from 1. */
  readonly place: number
}

/**
 * The options, in the order of the Sites API, in which bad fields are reported (spec/management 4.2). Without a suffix
 * and an option the scripts measure it always, or on pages that say so themselves.
 */
const trackerOptions = {
  track_404_pages: { goal: '404', inPlugins: true, place: 4 },
  hash_based_routing: { suffix: 'hash', option: 'hashBasedRouting', inPlugins: true, place: 8 },
  outbound_links: {
    suffix: 'outbound-links',
    option: 'outboundLinks',
    goal: 'Outbound Link: Click',
    inPlugins: true,
    place: 1,
  },
  file_downloads: {
    suffix: 'file-downloads',
    option: 'fileDownloads',
    goal: 'File Download',
    inPlugins: true,
    place: 2,
  },
  revenue_tracking: { place: 6 },
  tagged_events: { suffix: 'tagged-events', place: 5 },
  form_submissions: {
    suffix: 'form-submissions',
    option: 'formSubmissions',
    goal: 'Form: Submission',
    inPlugins: true,
    place: 3,
  },
  pageview_props: { suffix: 'pageview-props', place: 7 },
} as const satisfies Readonly<Record<string, TrackerOption>>

type Options = typeof trackerOptions
export type TrackerFlag = keyof Options
type PluginFlag = { [F in TrackerFlag]: Options[F] extends { inPlugins: true } ? F : never }[TrackerFlag]
type Named<Column extends string> = {
  [F in TrackerFlag]: Options[F] extends { readonly [C in Column]: infer Name extends string } ? Name : never
}[TrackerFlag]

const optionOf = (flag: TrackerFlag): TrackerOption => trackerOptions[flag]

/** All flags, in the order of the Sites API. */
export const trackerFlags = Object.keys(trackerOptions) as TrackerFlag[]
/** The flags in the order in which people see them. */
export const shownFlags = [...trackerFlags].sort((a, b) => optionOf(a).place - optionOf(b).place)
/** The flags that the Plugins API shows and changes. */
export const pluginFlags = trackerFlags.filter((flag): flag is PluginFlag => optionOf(flag).inPlugins === true)

/** The event whose goal follows a flag. */
export const goalOfFlag = (flag: TrackerFlag): string | undefined => optionOf(flag).goal

/** Suffixes of scripts that are no option of a site. */
const otherSuffixes = ['local', 'manual'] as const

/** Every suffix that makes a script differ, in the order of a script's name. */
export const scriptSuffixes = [...trackerFlags.map((flag) => optionOf(flag).suffix ?? ''), ...otherSuffixes]
  .filter((suffix) => suffix !== '')
  .sort()

/** The suffixes of a site's script, in the order of its name. */
export const suffixesOf = (config: TrackerFlags): string[] =>
  trackerFlags
    .filter((flag) => config[flag])
    .map((flag) => optionOf(flag).suffix ?? '')
    .filter((suffix) => suffix !== '')
    .sort()

export type ScriptSwitch = Named<'option'>

const withOption = (flags: readonly TrackerFlag[]) =>
  flags
    .map((flag) => [flag, optionOf(flag).option] as const)
    .filter((pair): pair is readonly [TrackerFlag, ScriptSwitch] => pair[1] !== undefined)

/** Flags with their option of the package, in the order of the Sites API. */
export const packageOptions = withOption(trackerFlags)
/** Flags with their option of a site's own script, in the order of its text. */
export const scriptSwitches = withOption(shownFlags)

/** Which flags are on; absent ones are off. */
export type TrackerFlags = Readonly<Partial<Record<TrackerFlag, boolean>>>

/** The options that a site's own script follows (spec/management 9). */
export type ScriptOptions = { readonly domain: string } & Readonly<Record<ScriptSwitch, boolean>>

type Constant<Suffix extends string> = Suffix extends `${infer Word}-${infer Rest}`
  ? `${Uppercase<Word>}_${Constant<Rest>}`
  : Uppercase<Suffix>

/** The compile-time constants that the tracker's sources ask: one for each suffix. */
export type TrackerFeatures = Readonly<Record<Constant<Named<'suffix'> | (typeof otherSuffixes)[number]>, boolean>>

/**
 * The compile-time constant of a suffix.
 * @example 'outbound-links' -> 'OUTBOUND_LINKS'
 */
export const constantOf = (suffix: string) => suffix.toUpperCase().split('-').join('_') as keyof TrackerFeatures
