// A change with an answer that matters. A refusal is said, and undefined is the outcome.
import { refuse } from '../parts/toast.tsx'
import { request } from '../request.ts'

export async function answerTo<Answer>(...question: Parameters<typeof request>): Promise<Answer | undefined> {
  try {
    return await request<Answer>(...question)
  } catch (error) {
    refuse(error)
    return undefined
  }
}
