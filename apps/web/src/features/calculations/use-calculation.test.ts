import { expect, test } from 'vitest'
import { buildBody } from './use-calculation.ts'

const selection = { deviceId: 1, from: '2025-11-21', to: '2026-11-21', vt: 0.12, mt: 0.09, et: null }
const options = { levies: false, vat: true }

test('two tariffs ask with VT and MT, one with ET alone', () => {
  expect(buildBody({ tariffsCount: 2 }, { ...selection, et: 0.1 }, options)).toEqual({
    vt: 0.12,
    mt: 0.09,
    et: null,
    from: '2025-11-21',
    to: '2026-11-21',
    levies: false,
    vat: true,
  })
  expect(buildBody({ tariffsCount: 1 }, { ...selection, et: 0.1 }, options)).toMatchObject({
    vt: null,
    mt: null,
    et: 0.1,
  })
})

test('nothing is asked while a price it needs is missing; zero is a price', () => {
  expect(buildBody({ tariffsCount: 2 }, { ...selection, mt: null }, options)).toBeNull()
  expect(buildBody({ tariffsCount: 1 }, selection, options)).toBeNull()
  expect(buildBody({ tariffsCount: 2 }, { ...selection, vt: 0 }, options)).not.toBeNull()
})
