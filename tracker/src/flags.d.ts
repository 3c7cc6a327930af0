// Compile-time constants: the build replaces each by a literal and the minifier drops what they switch off.

/**
 * True in named scripts: the features are the constants below. False in the site script and the package: options
 * decide.
 */
declare const CLASSIC: boolean
/** True in the package form, which has no script tag, hence no attributes. */
declare const PACKAGE: boolean
declare const HASH: boolean
declare const OUTBOUND_LINKS: boolean
declare const FILE_DOWNLOADS: boolean
declare const FORM_SUBMISSIONS: boolean
declare const TAGGED_EVENTS: boolean
declare const PAGEVIEW_PROPS: boolean
declare const MANUAL: boolean
declare const LOCAL: boolean
/** Where the package sends to unless told otherwise. */
declare const DEFAULT_ENDPOINT: string
/** Stands in the site script until the service puts the site's options there. */
declare const __TIDEMARK_OPTIONS__: import('../package/index.d.ts').InitOptions
