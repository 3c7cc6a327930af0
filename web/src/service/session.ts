// The way out.

import { refuse } from '../parts/toast.tsx'
import { at } from './at.ts'
import { request } from './request.ts'

export async function signOut(): Promise<void> {
  try {
    await request('DELETE', '/api/session')
    location.assign(at('/login'))
  } catch (error) {
    refuse(error)
  }
}
