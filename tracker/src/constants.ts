// Every name of the product that ends up in a page, together with the script version, so that renaming is one edit.

/** Raised with every change of behaviour; sent as `v` (spec/tracker 5). */
export const VERSION = 2

/** The global function of both forms (spec/tracker 11). */
export const GLOBAL = 'tidemark'

/** The global of the other tracker: its pages may move over without an edit (spec/tracker 11). */
export const FOREIGN_GLOBAL = 'plausible'

/** Ids that find the tag of a moved script; the last one is that of the other tracker (spec/tracker 1). */
export const TAG_ID = 'tidemark-js'

/** The key of the message by which an embedded dashboard tells its height in pixels (spec/tracker 14). */
export const MESSAGE_HEIGHT = 'tidemarkHeight'

/** The message that asks an embedded dashboard for its height. */
export const MESSAGE_ASK = 'tidemark-height'

/** A visitor's own switch: this local-storage key with exactly the text `true` stops every event (spec/tracker 3). */
export const IGNORE_KEY = 'service_ignore'

/** The same switch of people who had shut themselves out of the other tracker. */
export const FOREIGN_IGNORE_KEY = 'plausible_ignore'

/**
 * What counts as a download unless the site says otherwise (spec/tracker 8); one text, which is shorter than a list.
 */
export const DEFAULT_FILE_TYPES =
  'pdf,xlsx,docx,txt,rtf,csv,exe,key,pps,ppt,pptx,7z,pkg,rar,gz,zip,avi,mov,mp4,mpeg,wmv,midi,mp3,wav,wma,dmg'
