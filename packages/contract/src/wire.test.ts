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
