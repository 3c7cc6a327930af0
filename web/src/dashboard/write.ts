// A change with an answer that matters. A refusal is said, and undefined is the outcome.
import { refuse } from '../parts/toast.tsx'

export async function answerTo<Answer>(question: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await question
  } catch (error) {
    refuse(error)
    return undefined
  }
}
