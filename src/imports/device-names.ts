// Names of browsers, systems and devices in other products, and what live traffic stores (spec/ingestion 11). Names
// without an entry are kept unchanged.

const browsers: ReadonlyMap<string, string> = new Map([
  ['android', 'Android Browser'],
  ['bb10', 'Safari'],
  ['chrome', 'Chrome'],
  ['chrome mobile', 'Chrome'],
  ['chrome mobile ios', 'Chrome'],
  ['chrome webview', 'Mobile App'],
  ['chromium-webview', 'Mobile App'],
  ['crios', 'Chrome'],
  ['edge', 'Microsoft Edge'],
  ['edge-chromium', 'Microsoft Edge'],
  ['edge-ios', 'Microsoft Edge'],
  ['facebook', 'Mobile App'],
  ['firefox', 'Firefox'],
  ['firefox mobile', 'Firefox'],
  ['firefox mobile ios', 'Firefox'],
  ['fxios', 'Firefox'],
  ['ie', 'Internet Explorer'],
  ['instagram', 'Mobile App'],
  ['ios', 'Safari'],
  ['ios-webview', 'Mobile App'],
  ['kakaotalk', 'Mobile App'],
  ['microsoft edge', 'Microsoft Edge'],
  ['miui', 'MIUI Browser'],
  ['mobile safari', 'Safari'],
  ['netfront', 'NetFront'],
  ['opera', 'Opera'],
  ['opera mobile', 'Opera'],
  ['opera-mini', 'Opera'],
  ['safari', 'Safari'],
  ['safari (in-app)', 'Mobile App'],
  ['samsung', 'Samsung Browser'],
  ['samsung browser', 'Samsung Browser'],
  ['samsung internet', 'Samsung Browser'],
  ['silk', 'Mobile Silk'],
  ['yandexbrowser', 'Yandex Browser'],
])

const systems: ReadonlyMap<string, readonly [os: string, version?: string]> = new Map([
  ['Amazon OS', ['Android']],
  ['Android OS', ['Android']],
  ['BlackBerry OS', ['BlackBerry']],
  ['Chrome OS', ['Chrome OS']],
  ['Linux', ['GNU/Linux']],
  ['Mac OS', ['Mac']],
  ['Mac OS X', ['Mac']],
  ['Macintosh', ['Mac']],
  ['Open BSD', ['OpenBSD']],
  ['Sun OS', ['Solaris']],
  ['Windows Mobile', ['Windows Phone']],
  ['Windows Server 2003', ['Windows', 'XP']],
  ['macOS', ['Mac']],
])

/** The other versions of Windows are spelled alike. */
const windows = /^Windows (\d+(?:\.\d+)?|CE|ME|Vista|XP)$/

const devices: ReadonlyMap<string, string> = new Map([
  ['console', 'Desktop'],
  ['desktop', 'Desktop'],
  ['feature phone', 'Mobile'],
  ['laptop', 'Desktop'],
  ['mobile', 'Mobile'],
  ['phablet', 'Mobile'],
  ['portable media player', 'Mobile'],
  ['smart tv', 'Desktop'],
  ['smartphone', 'Mobile'],
  ['smarttv', 'Desktop'],
  ['tablet', 'Tablet'],
  ['tv', 'Desktop'],
  ['wearable', 'Mobile'],
])

/** The stored name of a browser. */
export const browserOf = (name: string): string => browsers.get(name.toLowerCase()) ?? name

/** The stored name of a system, and its version where the name holds one. */
export function systemOf(name: string): readonly [os: string, version?: string] {
  const version = windows.exec(name)?.[1]
  return version === undefined ? (systems.get(name) ?? [name]) : ['Windows', version]
}

/** The stored class of a device. */
export const deviceOf = (name: string): string => devices.get(name.toLowerCase()) ?? name
