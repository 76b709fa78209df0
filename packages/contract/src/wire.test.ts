import { expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from './all-endpoints.ts'

const isName = (field: string) => /(^|_)name$|Name$|^(alias|slogan|kind|contactPhone)$/.test(field)

/** Every name in every body, except choices from a list, as `POST /companies name`. */
const names = allEndpoints.flatMap(({ method, path, body }) =>
  body instanceof z.ZodObject
    ? Object.entries(body.shape)
        .filter(([field, schema]) => isName(field) && !(schema instanceof z.ZodEnum))
        .map(([field, schema]) => [`${method} ${path} ${field}`, schema as z.ZodType] as const)
    : [],
)

it('finds the names of all people, places and things', () => {
  expect(names.map(([where]) => where)).toEqual(
    expect.arrayContaining([
      'PUT /auth/user first_name',
      'POST /auth/register last_name',
      'POST /companies name',
      'PUT /companies/:companyId/settings platformName',
      'POST /locations name',
      'POST /controllers alias',
    ]),
  )
})

it.each(names)('%s is one line without anything invisible', (_, schema) => {
  const rule = (text: string) => schema.safeParse(text).error?.issues[0]?.message
  expect(rule('Ana Kos')).toBe(undefined)
  expect(schema.parse('  Ana\n')).toBe('Ana')
  expect(rule('Ana\nKos')).toBe('single_line')
  expect(rule('Ana \u202esoK')).toBe('single_line')
  expect(rule('\u200b')).toBe('single_line')
})

/** What callers send, leaf by leaf: all schemas that a value at a place must satisfy, with the kind of value. */
const leaves = Map.groupBy(
  allEndpoints.flatMap(({ method, path, query, body }) =>
    [query, body].flatMap((schema) => {
      const found: { where: string; kind: unknown; schema: z.ZodType }[] = []
      if (schema instanceof z.ZodType && !(schema instanceof z.ZodUndefined))
        z.toJSONSchema(schema, {
          io: 'input',
          unrepresentable: 'any',
          override: ({ zodSchema, jsonSchema: { type, format }, path: place }) => {
            const where = `${method} ${path} ${place.join('.')}`
            found.push({ where, kind: format ?? type, schema: zodSchema as unknown as z.ZodType })
          },
        })
      return found
    }),
  ),
  ({ where }) => where,
)
const leavesOf = (kind: string) => [...leaves].filter(([, all]) => all.some((one) => one.kind === kind))
const accepting = (kind: string, value: unknown) =>
  leavesOf(kind)
    .filter(([, all]) => all.every(({ schema }) => schema.safeParse(value).success))
    .map(([where]) => where)

it.each(['0000-01-01', '0001-01-01', '0099-01-01', '1969-12-31', '2101-01-01', '9999-12-31'])(
  'refuses %s, for which no calendar, database or calculation is made',
  (day) => expect(accepting('date', day)).toEqual([]),
)

it.each(['1970-01-01', '2026-02-28', '2100-12-31'])('accepts the day %s', (day) => {
  expect(accepting('date', day).length).toBeGreaterThan(10)
  expect(accepting('date', day)).toHaveLength(leavesOf('date').length)
})

it('refuses whole numbers that the database cannot hold', () => {
  expect(leavesOf('integer').length).toBeGreaterThan(10)
  // Ids of 64 bits.
  expect(accepting('integer', 2 ** 31)).toEqual([
    'GET /audit-log properties.before',
    'GET /locations/:locationId/audit-log properties.before',
    'POST /security/validate-confirmation properties.id',
  ])
})
