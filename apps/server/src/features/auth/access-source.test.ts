import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Deps } from '../../deps.ts'
import { createAccessSource } from './access-source.ts'

test('hundreds of forged sessions from one network do not block those of others', async () => {
  const open = Promise.withResolvers<undefined>()
  let begun = 0
  const look = () => {
    begun++
    return open.promise
  }
  const deps = {
    db: { row: look },
    settings: { publicUrl: 'https://cloud.example' },
    clock: { now: () => 0 },
  } as unknown as Deps
  const access = createAccessSource()
  const ask = (ip: string) =>
    access.findActor(deps, { ip, cookies: { '__Host-ohmstead': 'made up' } } as unknown as FastifyRequest, {
      isUse: false,
    })
  const flood = Array.from({ length: 100 }, (_, host) => ask(`2001:db8::${host}`))
  expect(begun).toBe(4)
  const other = ask('192.0.2.1')
  expect(begun).toBe(5)
  open.resolve(undefined)
  expect(await Promise.all([...flood, other])).toEqual(Array(101).fill(null))
  expect(begun).toBe(101)
})
