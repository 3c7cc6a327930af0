// Places that history brought without their names: they are called by their codes, until somebody knows better.

import type { Queryable } from '../db/pool.ts'
import { learnPlaces } from '../ingest/place-names.ts'
import type { PlaceName } from '../rules/place.ts'
import { placeNameCharactersMax } from '../rules/place.ts'

export type PlaceCode = Pick<PlaceName, 'kind' | 'code'>

export const learnCodes = (db: Queryable, codes: readonly PlaceCode[]): Promise<void> =>
  learnPlaces(
    db,
    codes.map(({ kind, code }) => ({ kind, code, name: code.slice(0, placeNameCharactersMax) })),
  )
