// The way out.
import { refuse } from './parts/toast.tsx'
import { request } from './request.ts'

export async function signOut(): Promise<void> {
  try {
    await request('DELETE', '/api/session')
    location.assign('/login')
  } catch (error) {
    refuse(error)
  }
}
