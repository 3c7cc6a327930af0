// Presets of a site: one choice decides which data is measured and stored (spec/ingestion 26). Pages read it too.

export const presets = ['standard', 'no_script', 'no_campaigns'] as const
export type Preset = (typeof presets)[number]

export const isPreset = (name: string): name is Preset => (presets as readonly string[]).includes(name)
