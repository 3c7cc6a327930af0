// Answers of the forms on the way in. Routes and pages share them.
import { Type } from '@sinclair/typebox'

export const SignedInReply = Type.Object(
  { next: Type.String({ description: 'The page to go to' }) },
  { description: 'Signed in; the cookie comes along', additionalProperties: false },
)
