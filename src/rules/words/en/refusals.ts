// Sentences about faults, by the code of the refusal (src/refusal-words.ts, parts/refusals.ts). A gap holds a figure or
// the value that the service named.
import type { FieldCode, MessageCode } from '../../../refusal-words.ts'

/** Sentences for any field. */
export const general: Readonly<Partial<Record<FieldCode, string>>> = {
  same: 'This is the current domain. Enter a different one.',
  large: 'The file is too large. It can have at most {most} bytes.',
  blank: 'This field cannot be empty.',
  invalid: 'The service does not accept this value.',
  long: 'This is too long. Use at most {most} characters.',
  longBytes: 'This is too long. Use at most {most} bytes.',
  tooLong: 'This is too long.',
  short: 'This is too short. Use at least {least} characters.',
  taken: 'This is already in use. Choose another one.',
  number: 'Enter a whole number from {least} to {most}.',
  wrong: 'This is wrong. Try again.',
  full: 'The limit is reached. Delete one first.',
}

/** Sentences for one field, where the general ones do not help. */
export const byField: Readonly<Record<string, Readonly<Partial<Record<FieldCode, string>>>>> = {
  domain: {
    blank: 'Enter the domain of your site, for example example.com.',
    invalid: 'Enter a domain, for example example.com.',
    signs: 'A domain has only letters, digits, hyphens and dots, for example example.com.',
    taken: 'Another account of this service already has this domain. Ask the operator who it is.',
  },
  timezone: {
    blank: 'Choose a time zone, for example Europe/Berlin.',
    invalid: 'This time zone is unknown. Type a city and choose from the list, for example Berlin.',
  },
  event_name: {
    blank: 'Enter the name of an event, for example Signup.',
    reserved: 'The script sends “{name}” automatically, so it cannot be a goal. Enter another event name.',
    currency: 'There is already a goal for “{name}” in {currency}. All goals of an event use the same currency.',
    full: 'This site has reached the limit of {goals} goals. Delete one first.',
  },
  page_path: {
    blank: 'Enter a path, for example /thank-you.',
    full: 'This site has reached the limit of {goals} goals. Delete one first.',
  },
  scroll_threshold: {
    blank: 'Enter a whole number from 0 to 100.',
    number: 'Enter a whole number from 0 to 100.',
  },
  currency: { invalid: 'This currency code is unknown. Enter a code of three letters, for example EUR.' },
  display_name: { taken: 'Another goal has this name. Choose another one.' },
  custom_props: {
    blank: 'Enter a name and a value for each property.',
    taken: 'Another goal has the same properties. Change or remove one.',
  },
  property: {
    blank: 'Enter the name of a property, for example author.',
    tooLong: 'This name is too long. Use at most {characters} characters.',
    full: 'This site has reached the limit of {properties} properties. Remove one first.',
  },
  'value:ip': {
    blank: 'Enter an IP address, for example 203.0.113.7.',
    invalid: 'Enter a single IP address, for example 203.0.113.7. Ranges such as 10.0.0.0/8 cannot be blocked.',
    taken: 'This address is already on the list.',
    full: 'The list has reached the limit of {most} addresses. Remove one first.',
  },
  'value:country': {
    taken: 'This country is already on the list.',
    full: 'The list has reached the limit of {most} countries. Remove one first.',
  },
  'value:page': {
    blank: 'Enter a path, for example /admin/**.',
    signs: 'A path starts with /, for example /admin/**.',
    taken: 'This path is already on the list.',
    full: 'The list has reached the limit of {most} pages. Remove one first.',
  },
  'value:hostname': {
    blank: 'Enter a hostname, for example shop.example.com.',
    taken: 'This hostname is already on the list.',
    full: 'The list has reached the limit of {most} hostnames. Remove one first.',
  },
  email: {
    blank: 'Enter an e-mail address, for example you@example.com.',
    invalid: 'Enter a complete e-mail address, for example you@example.com.',
    taken: 'There is already an account with this address.',
    member: 'This person is already a member of the team.',
    guest: 'This person is already a guest of this site.',
  },
  password: {
    blank: 'Enter a password.',
    short: 'Use at least {least} characters.',
    common: 'This password is too common. Choose another one.',
    address: 'Your password cannot be your e-mail address.',
    wrong: 'The password is wrong. Try again.',
  },
  current_password: {
    needed: 'You signed in a while ago. Enter your current password to continue.',
    wrong: 'The current password is wrong. Try again.',
  },
  code: {
    needed: 'Enter the code from your authenticator app.',
    wrongCode: 'This code is wrong or has already been used. Wait for the next one.',
  },
  name: { blank: 'Enter a name.', reserved: 'Plugins use this name. Choose another one.' },
  description: { blank: 'Enter a description, for example WordPress.' },
  steps: {
    invalid: 'A funnel has {least} to {most} steps.',
    reserved: 'One of these goals was deleted. Choose another goal for that step.',
  },
  retention_months: { number: 'Enter a whole number of months from {least} to {most}, or leave this empty.' },
  threshold: { number: 'Enter a whole number from {least} to {most}.' },
  address: {
    blank: 'Enter the address that the service gave you.',
    invalid: 'Enter a complete address, for example https://hooks.example.com/tidemark.',
    reserved: 'Office 365 connectors no longer work. Create a workflow in Teams and enter its address.',
    taken: 'There is already a channel with this address.',
  },
  token: {
    blank: 'Enter the token of the bot.',
    invalid: 'This is not a token. Copy it as @BotFather shows it, for example 123456:ABC-DEF.',
  },
  chat: {
    blank: 'Enter the number of the chat.',
    invalid: 'Enter the number of the chat, for example -1001234567890, or @name for a public channel.',
    taken: 'There is already a channel for this chat.',
  },
  value: { number: 'Enter a number from {least} to {most}.' },
  recipients: {
    invalid: '“{name}” is not an e-mail address. Enter one address on each line, for example you@example.com.',
    signs:
      '“{name}” is neither an e-mail address nor a webhook. Enter one on each line, for example you@example.com or https://hooks.example.com/tidemark.',
    long: 'A list can have at most {most} recipients.',
  },
}

/** Refusals of no field. A gap holds a value that the service named. */
export const messages: Readonly<Record<MessageCode, string>> = {
  signedOut: 'You are signed out. Sign in again.',
  wrongSignIn: 'The e-mail address or the password is wrong.',
  passwordsOff: 'Passwords are not used here. Sign in with {name}.',
  forged: 'This request did not come from a page of this service. Reload the page and try again.',
  linkPassword: 'This link has a password. Reload the page and enter it.',
  factor: 'Two-factor authentication has changed in the meantime. Reload the page.',
  factorMissing: 'Set up two-factor authentication for your account first, or enter its code on your account page.',
  request: 'The service could not use this request. Reload the page and try again.',
  tooLarge: 'This is more than the service accepts at once.',
  questions: 'Many people are looking at numbers at the moment. Try again in a few seconds.',
  pages: 'Too many pages are open. Close some of them.',
  timeout: 'This took too long. Try a shorter period or fewer filters.',
  internal: 'Something went wrong in the service. Its log has the details under {request}.',
  consolidated: 'A view of several sites does not have this.',
  wrongTeam: 'You cannot add sites to this team. Ask one of its owners.',
  locked: 'This site is locked because its team has no active subscription.',
  query: 'This cannot be answered. {said}',
  lastOwner: 'A team needs at least one owner. Give someone else the role Owner first.',
  role: 'Your role on this site does not allow this. Ask an owner of the team.',
  gone: 'This has been deleted in the meantime. Reload the page.',
  linkGone: 'This shared link does not exist any more.',
  full: 'The limit is reached. Delete one first.',
  propertiesFull: 'This site has reached the limit of {properties} properties. Remove one first.',
  tries: 'Too many attempts. Wait a few minutes, then try again.',
  busy: 'Many people are signing in at the moment. Try again in a few seconds.',
  otherName:
    'This page is at {page}, but the service is at {base}. Open it there, or set BASE_URL to the address that people use.',
  noMail: 'E-mail is not set up here. Ask the operator of this service for a sign-in link.',
  addressKnown: 'There is already an account with this address. Ask the operator of this service for a sign-in link.',
  importRunning: 'An import into this site is running. Wait until it is done.',
  importGoing: 'An import of this file is being deleted. Wait until it is gone.',
  erasureChanged: 'The number has changed: it is {number} now. Check what will be deleted and type it again.',
  erasureNothing: 'There are no statistics to delete here.',
  erasureBegun: 'This deletion has begun and cannot be stopped any more.',
  importUnmarked:
    'This import was made by an earlier version of Tidemark. Its events cannot be told from others, so it cannot be deleted.',
  importing: 'This file is being imported. Wait until it is done.',
  noRoom: 'The server does not have enough disk space for this file.',
  filesFull: 'At most {most} files of a site can be uploaded at once. Wait until one is done, or cancel one.',
  exportsBusy: 'Other exports are running. Try again in a few seconds.',
  databaseAway: 'The service cannot reach its database at the moment. Try again.',
  readOnly: 'The database does not accept changes at the moment. Try again later.',
  password: 'The password is wrong. Try again.',
  expired: 'This link has expired. Ask for a new one.',
  plan: 'The plan of this team does not include this.',
  sitesFull: 'The plan of this team includes {limit} sites, and all of them are in use.',
}
