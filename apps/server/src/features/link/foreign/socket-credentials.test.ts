import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { findSocketCredentials } from './socket-credentials.ts'

const ask = (params: object, headers: Record<string, string> = {}) =>
  ({ params, headers }) as unknown as FastifyRequest
const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

describe('findSocketCredentials', () => {
  it('reads a token in the address', () => {
    expect(findSocketCredentials('path', ask({ serial: 'S', token: 'T' }))).toEqual({
      serial: 'S',
      token: 'T',
    })
  })

  it('reads the password of Basic authentication, colons included, for the serial of the address', () => {
    expect(findSocketCredentials('basic', ask({ serial: 'S' }, basic('maker/S:a:b')))).toEqual({
      serial: 'S',
      token: 'a:b',
    })
  })

  it('reads a header of its own, which alone identifies the device', () => {
    const found = findSocketCredentials({ header: 'apikey' }, ask({}, { apikey: 'T' }))
    expect(found).toEqual({ serial: null, token: 'T' })
  })

  it.each([
    ['nothing', {}],
    ['another scheme', { authorization: 'Bearer T' }],
    ['no colon', basic('S')],
    ['an empty password', basic('S:')],
    ['a password of a thousand letters', basic(`S:${'x'.repeat(1000)}`)],
  ])('has no token from %s', (_, headers) => {
    expect(findSocketCredentials('basic', ask({ serial: 'S' }, headers)).token).toBeNull()
  })
})
