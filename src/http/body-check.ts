// Checks bodies by their schemas, in the words that clients know.
import type { TObject, TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { ValueErrorType } from '@sinclair/typebox/errors'
import { refuseField } from '../failure.ts'
import { checkOf } from './schemas.ts'

/** Compiles the check of a schema. It answers the body, or throws the 400 that names the first field that is wrong. */
export function createBodyCheck(schema: TSchema): (body: unknown) => unknown {
  if (schema.type !== 'object') return (body) => body
  const { properties } = schema as TObject
  const compiled = TypeCompiler.Compile(schema)
  return (body) => {
    if (compiled.Check(body)) return body
    const fault = compiled.Errors(body).First()
    const field = fault?.path.split('/')[1] ?? ''
    const check = checkOf(properties[field])
    if (check) throw check.refuse(field, (body as Readonly<Record<string, unknown>>)[field])
    const isMissing = fault?.type === ValueErrorType.ObjectRequiredProperty
    // A text that is missing is as an empty one. Anything else that is missing is as a wrong one.
    throw refuseField(
      field,
      isMissing && properties[field]?.type === 'string' && !properties[field].enum ? 'blank' : 'invalid',
    )
  }
}
