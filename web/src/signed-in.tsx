// The frame of pages for signed-in people. Its bar has the account's menu, which sign-in has no bytes for.
import type { ComponentChildren } from 'preact'
import { type StartOptions, start } from './main.tsx'
import { AccountMenu } from './parts/account-menu.tsx'
import { facts } from './service/facts.ts'

export function startSignedIn(view: ComponentChildren, options: Omit<StartOptions, 'account'> = {}): void {
  start(view, { ...options, account: facts.user && <AccountMenu /> })
}
