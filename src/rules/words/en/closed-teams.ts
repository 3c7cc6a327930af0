// Teams that ask for a second factor.

export const title = 'Second factor required'
export const lead = {
  one: 'The team of {teams} asks for two-factor authentication before it shows its sites.',
  other: 'These teams ask for two-factor authentication before they show their sites: {teams}.',
} as const
export const turnOn = 'Turn it on below. Then your sites open.'
export const goOn = 'Go to your sites'
export const enter = 'Continue'
