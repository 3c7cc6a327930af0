// The way out.
import { at } from './at.ts'
import { refuse } from './parts/toast.tsx'
import { request } from './request.ts'

export async function signOut(): Promise<void> {
  try {
    await request('DELETE', '/api/session')
    location.assign(at('/login'))
  } catch (error) {
    refuse(error)
  }
}
