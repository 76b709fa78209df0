import pino from 'pino'
import { expect, test, vi } from 'vitest'
import { DbError } from '../../platform/db/db-error.ts'
import type { KnownController } from './controller-cache.ts'
import type { LinkContext } from './link-context.ts'
import { createSessionEnd } from './session-end.ts'

const away = () => new DbError({ message: 'connect ECONNREFUSED', code: 'ECONNREFUSED' })

function createHarness() {
  const controller = { serial: 'AAAA' } as KnownController
  const get = vi.fn(async () => new Map([['AAAA', controller]]))
  const state = { isConnected: false, isClosing: false }
  const end = vi.fn(async (_: KnownController) => {})
  const pause = vi.fn(async (_: number) => {})
  const cache = { get } as unknown as LinkContext['cache']
  const noteEnd = createSessionEnd(
    { cache, isClosing: () => state.isClosing, log: pino({ level: 'silent' }), pause },
    { isConnected: () => state.isConnected, end },
  )
  return { noteEnd, get, end, pause, state, controller }
}

test('the end of a session is written once the database is back', async () => {
  const { noteEnd, get, end, pause, controller } = createHarness()
  get.mockRejectedValueOnce(away())
  for (let time = 0; time < 6; time++) end.mockRejectedValueOnce(away())
  await noteEnd('AAAA')
  expect(end).toHaveBeenLastCalledWith(controller)
  expect(pause.mock.calls.flat()).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test.each([
  ['another session has followed meanwhile', { isConnected: true }],
  ['the server ends', { isClosing: true }],
])('the database is not tried again where %s', async (_, change) => {
  const { noteEnd, end, state } = createHarness()
  end.mockImplementation(async () => {
    Object.assign(state, change)
    throw away()
  })
  await noteEnd('AAAA')
  expect(end).toHaveBeenCalledOnce()
})

test('what the database refuses for good is given up', async () => {
  const { noteEnd, end } = createHarness()
  end.mockRejectedValue(new Error('broken'))
  await noteEnd('AAAA')
  expect(end).toHaveBeenCalledOnce()
})
