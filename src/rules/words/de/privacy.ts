export const title = 'Datenschutz'
export const lead =
  'Wählen Sie, was gemessen wird. Die folgenden Tatsachen ergeben sich aus den Einstellungen dieser Website und sind für ihre Datenschutzerklärung gedacht.'
export const preset = 'Voreinstellung'
export const presets = {
  standard: 'Standard',
  no_script: 'Ohne Skript',
  no_campaigns: 'Keine Kampagnendaten ohne Einwilligung',
}
export const hints = {
  standard: 'Das Skript oder ein Kit zählt Besuche.',
  no_script:
    'Nur Ihr Server zählt, mit einem Kit. Im Browser läuft nichts, und dort wird nichts gespeichert. Ereignisse von Browsern werden verworfen.',
  no_campaigns:
    'Kampagnenparameter, Klick-IDs und die verweisende Seite werden nur bei Ereignissen gespeichert, die eine Einwilligung des Besuchers melden.',
}
export const language = 'Sprache der Tatsachen'
export const copyMarkdown = 'Als Markdown kopieren'
export const copyText = 'Als Text kopieren'
