// Roles of people. Words begin with a small letter; where a field or a sentence begins, its code makes it a capital.
import type { SiteRole } from '../../roles.ts'

/** Somebody with the role, and all people with it. */
export const roles: Readonly<Record<SiteRole, { readonly one: string; readonly people: string }>> = {
  owner: { one: 'owner', people: 'owners' },
  admin: { one: 'administrator', people: 'administrators' },
  editor: { one: 'editor', people: 'editors' },
  billing: { one: 'billing contact', people: 'billing contacts' },
  viewer: { one: 'viewer', people: 'viewers' },
  guest_editor: { one: 'guest editor', people: 'guest editors' },
  guest_viewer: { one: 'guest viewer', people: 'guest viewers' },
}

/** `owners, administrators and editors`: what stands between people, and before the last. */
export const between = ', '
export const listed = '{others} and {last}'
