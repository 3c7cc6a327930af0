// Parts of other pages in the API's document: the picture that counts, badges and counters. They are answered outside
// the route table.
import { Type } from '@sinclair/typebox'
import { badgeLabelCharactersMax, badgeMetrics, badgePeriods } from '../rules/badge.ts'
import { languageCodes } from '../rules/languages.ts'

const retryAfter = {
  'Retry-After': { description: 'Seconds until another try makes sense', schema: Type.Integer() },
}
const kept = {
  'Cache-Control': { description: 'Five minutes', schema: Type.String() },
  ETag: { description: 'For If-None-Match', required: true, schema: Type.String() },
}
const asText = { 'text/plain': { schema: Type.String() } }
const asGif = { 'image/gif': { schema: Type.String({ format: 'binary' }) } }

const inQuery = (name: string, description: string, schema: object = Type.String()) => ({
  name,
  in: 'query',
  description,
  schema,
})
const domainInPath = (name: string, description: string) => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: Type.String(),
})

const Counter = Type.Object({
  metric: Type.String({ enum: [...badgeMetrics] }),
  period: Type.String({ enum: [...badgePeriods] }),
  page: Type.Union([Type.String(), Type.Null()]),
  value: Type.Integer(),
  label: Type.String(),
  text: Type.String({ description: 'The value as its language writes it' }),
})

/** Paths of badges and of the picture. */
export const otherPagesPaths = {
  '/badge/{badge}': {
    get: {
      operationId: 'GetBadge',
      summary: 'A number of a site for other pages, as a picture or as JSON, by a shared link that allows it',
      tags: ['Stats'],
      security: [],
      parameters: [
        domainInPath('badge', 'The domain, and .svg or .json'),
        { ...inQuery('auth', 'The slug of a shared link without a password that allows badges'), required: true },
        inQuery('metric', 'Absent: visitors', Type.String({ enum: [...badgeMetrics] })),
        inQuery('period', 'Absent: 30d', Type.String({ enum: [...badgePeriods] })),
        inQuery('page', 'A path; * and ** in it for anything. Absent: the whole site'),
        inQuery(
          'label',
          'Absent: the name of the metric in the language',
          Type.String({ maxLength: badgeLabelCharactersMax }),
        ),
        inQuery('lang', 'Of label and number; absent: en', Type.String({ enum: [...languageCodes] })),
      ],
      responses: {
        200: {
          description: 'The number, at most a minute old',
          headers: kept,
          content: {
            'image/svg+xml': { schema: Type.String() },
            'application/json': { schema: Counter },
          },
        },
        304: { description: 'Not changed', headers: kept },
        400: { description: 'A parameter is invalid', content: asText },
        404: { description: 'No such link, or one that does not allow it', content: asText },
        414: { description: 'The address is too long', content: asText },
        429: { description: 'Too many questions', headers: retryAfter, content: asText },
        503: { description: 'Not possible at the moment', headers: retryAfter, content: asText },
      },
    },
  },
  '/pixel/{picture}': {
    get: {
      operationId: 'IngestPixel',
      summary: 'Count a pageview without JavaScript, by a picture of one point; of sites that are set to',
      tags: ['Events'],
      security: [],
      parameters: [
        domainInPath('picture', 'The domain, and .gif'),
        inQuery('url', 'The page: a whole address, or a path of the domain. Absent: the page that Referer names, or /'),
        inQuery('referrer', 'The page that led there'),
      ],
      responses: {
        200: { description: 'The picture, whatever became of the pageview', content: asGif },
        400: { description: 'The address of the page cannot be read', content: asGif },
        404: { description: 'No picture has this address', content: asGif },
        503: { description: 'Not possible at the moment', headers: retryAfter, content: asGif },
      },
    },
  },
} as const
