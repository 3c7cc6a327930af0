// Compile-time constants: the build replaces each by a literal and the minifier drops what they switch off.

/**
 * True in named scripts: `FEATURES` says what is measured. False in the site script and the package: options
 * decide.
 */
declare const CLASSIC: boolean
/** True in the package form, which has no script tag, hence no attributes. */
declare const PACKAGE: boolean
/** Which features a named script has: one constant for each suffix, of the table of options. */
declare const FEATURES: import('../../src/rules/tracker-options.ts').TrackerFeatures

// Names of constants.ts, put in as literals, which is shorter than a variable that all parts share.

declare const VERSION: typeof import('./constants.ts').VERSION
declare const GLOBAL: typeof import('./constants.ts').GLOBAL
declare const FOREIGN_GLOBAL: typeof import('./constants.ts').FOREIGN_GLOBAL
declare const TAG_ID: typeof import('./constants.ts').TAG_ID
declare const MESSAGE_HEIGHT: typeof import('./constants.ts').MESSAGE_HEIGHT
declare const MESSAGE_ASK: typeof import('./constants.ts').MESSAGE_ASK
declare const IGNORE_KEY: typeof import('./constants.ts').IGNORE_KEY
declare const FOREIGN_IGNORE_KEY: typeof import('./constants.ts').FOREIGN_IGNORE_KEY

/** Where the package sends to unless told otherwise. */
declare const DEFAULT_ENDPOINT: string
/** Stands in the site script until the service puts the site's options there. */
declare const __TIDEMARK_OPTIONS__: import('../package/index.d.ts').InitOptions
