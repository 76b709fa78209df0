import { describe, expect, test } from 'vitest'
import { parsePostgresAddress } from './postgres-address.ts'

describe('an address of PostgreSQL', () => {
  test.each([
    ['postgres://ana@db/ohmstead', ['postgres://ana@db/ohmstead'], false],
    ['postgres:///ohmstead?host=/run/postgresql', ['postgres:///ohmstead?host=/run/postgresql'], false],
    ['postgres://db?target_session_attrs=read-write', ['postgres://db'], true],
    [
      'postgresql://ana:a%2Cb@one:5433,two/ohmstead?sslmode=verify-full&target_session_attrs=primary&sslrootcert=/ca.pem',
      [
        'postgresql://ana:a%2Cb@one:5433/ohmstead?sslmode=verify-full&sslrootcert=/ca.pem',
        'postgresql://ana:a%2Cb@two/ohmstead?sslmode=verify-full&sslrootcert=/ca.pem',
      ],
      true,
    ],
    ['postgres://[::1]:1,[::2]/x', ['postgres://[::1]:1/x', 'postgres://[::2]/x'], true],
  ])(
    '%s names a host for each connection, and whether it has to be the primary',
    (address, urls, needsPrimary) => {
      expect(parsePostgresAddress(address)).toEqual({ urls, needsPrimary })
    },
  )

  test.each([
    ['mysql://db', 'must start with postgres:// or postgresql://'],
    ['postgres://one,/x', 'names an empty host'],
    ['postgres://one:port,two/x', 'must be an address'],
    ['postgres://one,two/x?target_session_attrs=standby', 'target_session_attrs must be read-write'],
    ['postgres://one/x?target_session_attrs=any', 'target_session_attrs must be read-write'],
  ])('%s is refused: %s', (address, reason) => {
    expect(() => parsePostgresAddress(address)).toThrow(reason)
  })
})
