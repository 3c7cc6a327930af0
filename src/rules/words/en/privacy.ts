// The preset of a site, and facts for its privacy statement, on the page Installation.

export const title = 'Privacy'
export const lead =
  'Choose what is measured. The facts below follow from the settings of this site, for its privacy statement.'
export const preset = 'Preset'
export const presets = {
  standard: 'Standard',
  no_script: 'No script',
  no_campaigns: 'No campaign data without consent',
}
export const hints = {
  standard: 'The script or a kit counts visits.',
  no_script:
    'Only your server counts, with a kit. Nothing runs or is stored in the browser. Events from browsers are dropped.',
  no_campaigns:
    'Campaign tags, click ids and the page that linked here are stored only for events that say that the visitor agreed.',
}
export const language = 'Language of the facts'
export const copyMarkdown = 'Copy as Markdown'
export const copyText = 'Copy as text'
