// The menu of the signed-in person.

import UserRound from 'lucide/dist/esm/icons/user-round.mjs'
import * as shared from '../../../src/rules/words/en/shared.ts'
import { at } from '../service/at.ts'
import { facts } from '../service/facts.ts'
import { signOut } from '../service/session.ts'
import { Icon } from './icon.tsx'
import { Menu } from './menu.tsx'

export function AccountMenu() {
  return (
    <Menu
      name={shared.account}
      buttonClass="button-quiet button-icon"
      button={<Icon of={UserRound} size={18} />}
      items={[
        { label: shared.account, hint: facts.user?.email ?? '', href: at('/account') },
        { label: shared.signOut, act: signOut, isApart: true },
      ]}
    />
  )
}
