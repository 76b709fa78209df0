import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fillGap } from './fill-gap.ts'
import { type LinkStore, openLinkStore } from './link/link-store.ts'
import { calculateHistory } from './plant/plant-history.ts'
import { createPlantConfig } from './plant/plant-presets.ts'
import type { PlantState } from './plant/plant-state.ts'

const place = { seed: 8, weatherSeed: 8, latitude: 46, longitude: 14, timeZone: 'Europe/Ljubljana' }
const config = createPlantConfig('home-pv-battery', place)
const start = Date.parse('2026-05-01T00:00:00Z')
const left = start + 36 * 3_600_000 + 71_000
const now = left + 7 * 3_600_000
let directory: string
let store: LinkStore
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fill-gap-'))
  store = openLinkStore(join(directory, 'link.db'))
})
afterEach(() => {
  store.close()
  rmSync(directory, { recursive: true, force: true })
})

const kept = () => {
  const backlog = store.findBacklog()
  return backlog
    ? (JSON.parse(`[${backlog.samplesText}]`) as { ts: number; values: Record<string, number> }[])
    : []
}

describe('fillGap', () => {
  it('stores exactly what is missing since the plant stopped, and advances the plant to now', () => {
    store.writeDocument('plant', calculateHistory(config, start, left).end)
    fillGap(store, config, now, 300)
    const samples = kept()
    expect(samples[0]!.ts).toBe(Math.ceil(left / 300_000) * 300_000)
    expect(samples.at(-1)!.ts).toBe(Math.floor(now / 300_000) * 300_000)
    expect(samples).toHaveLength((7 * 3600) / 300)
    const whole = calculateHistory(config, start, now).end
    expect(store.readDocument<PlantState>('plant')!.loadWh).toBeCloseTo(whole.loadWh, 6)
  })

  it('does nothing on a first start or without a gap', () => {
    fillGap(store, config, now, 300)
    store.writeDocument('plant', calculateHistory(config, start, now).end)
    fillGap(store, config, now, 300)
    expect(kept()).toEqual([])
  })

  it('goes no further back than the link accepts', () => {
    store.writeDocument('plant', calculateHistory(config, start, start + 3_600_000).end)
    const late = start + 420 * 86_400_000
    fillGap(store, config, late, 86_400)
    expect(kept()[0]!.ts).toBeGreaterThanOrEqual(late - 399 * 86_400_000)
  })
})
