// The words that the service itself says. Pages take the other files of this folder too.
export * as catalogue from './catalogue.ts'
export * as headings from './headings.ts'
export * as invitations from './invitations.ts'
export * as mails from './mails.ts'
export * as privacyFacts from './privacy-facts.ts'
export * as roles from './roles.ts'
