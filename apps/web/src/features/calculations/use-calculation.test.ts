import { expect, test } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import type { Translate } from '../../shared/i18n/use-t.ts'
import { buildBody, describeFailure } from './use-calculation.ts'

test('a temporarily busy server is reported as such, every other failure as one', () => {
  const t: Translate = (key) => `text of ${key}`
  expect(describeFailure(new ApiError('server_busy'), t)).toBe('text of errors.server_busy')
  expect(describeFailure(new ApiError('offline'), t)).toBe('text of calculations.error_fetching')
})

const selection = { deviceId: 1, from: '2025-11-21', to: '2026-11-21', vt: 0.12, mt: 0.09, et: null }
const options = { levies: false, vat: true }

test('two tariffs send VT and MT, one sends only ET', () => {
  expect(buildBody({ tariffsCount: 2 }, { ...selection, et: 0.1 }, options)).toEqual({
    vt: 0.12,
    mt: 0.09,
    et: null,
    withoutEnergyPrices: false,
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

test('while a price is missing the supplier’s part is omitted; zero is a price', () => {
  const without = { vt: null, mt: null, et: null, withoutEnergyPrices: true }
  expect(buildBody({ tariffsCount: 2 }, { ...selection, mt: null }, options)).toMatchObject(without)
  expect(buildBody({ tariffsCount: 1 }, selection, options)).toMatchObject(without)
  const zero = buildBody({ tariffsCount: 2 }, { ...selection, vt: 0 }, options)
  expect(zero).toMatchObject({ vt: 0, withoutEnergyPrices: false })
})
