import { deviceCategories } from '@ohmstead/domain/fleet/device-category'
import { continueSeries } from '@ohmstead/domain/telemetry/energy-series'
import type { EnergyHours } from '@ohmstead/domain/telemetry/energy-slot'
import { metrics } from '@ohmstead/domain/telemetry/metrics'
import { findImplausibility, findPlausibleRange } from '@ohmstead/domain/telemetry/plausible-value'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { KnownController } from '../controller-cache.ts'
import { takeImplausible } from './implausible-values.ts'

const controllerOf = (category: (typeof deviceCategories)[number], limit: number | null) =>
  ({
    id: 1,
    devices: { x: { key: 'x-2', category, metrics: [] } },
    powerLimits: new Map([['x', limit]]),
  }) as unknown as KnownController

it('impossible values are removed from a message, nothing else is, and they yield no energy', () => {
  const value = fc.oneof(
    fc.double({ noNaN: true, min: -1e12, max: 1e12 }),
    fc.double({ noNaN: true, min: -2000, max: 2000 }),
    fc.constantFrom(null, 'text', true),
  )
  const sample = fc.dictionary(fc.constantFrom(...Object.keys(metrics), 'unknown'), value, {
    minKeys: 1,
    maxKeys: 8,
  })
  fc.assert(
    fc.property(
      fc.array(sample, { maxLength: 30 }),
      fc.constantFrom(...deviceCategories),
      fc.option(fc.integer({ min: 100, max: 50_000 })),
      (given, category, powerLimitW) => {
        const samples = given.map((values, index) => ({
          ts: index * 60_000,
          values: Object.fromEntries(Object.entries(values).map(([metric, own]) => [`x/${metric}`, own])),
        }))
        const message = {
          seq: null,
          step: null,
          samples: structuredClone(samples),
          refused: [],
          rejectedSamples: 0,
          newestGivenTs: null,
        }
        const kept = takeImplausible(message, controllerOf(category, powerLimitW))
        const isWrong = (metric: string, own: unknown) =>
          findImplausibility(metric, own, { category, powerLimitW }) !== null
        const wrong = given.flatMap((values) => Object.entries(values).filter((entry) => isWrong(...entry)))
        // Later ones replace earlier ones, in the order in which a metric was first wrong.
        const newest = new Map(wrong)
        expect(kept.map(({ metric, value }) => [metric, value])).toEqual([...newest].slice(0, 100))
        expect(kept.every(({ deviceKey }) => deviceKey === 'x-2')).toBe(true)
        expect(message.refused).toMatchObject(
          wrong.length > 0 ? [{ reason: 'implausible', count: wrong.length }] : [],
        )
        const right = given.map((values) => Object.entries(values).filter((entry) => !isWrong(...entry)))
        const expected = right.map((own) =>
          Object.fromEntries(own.map(([metric, it]) => [`x/${metric}`, it])),
        )
        expect(message.samples.map(({ values }) => values)).toEqual(
          expected.filter((values) => Object.keys(values).length > 0),
        )
        expect(message.rejectedSamples).toBe(given.length - message.samples.length)
        const [, most] = findPlausibleRange('power', category, powerLimitW)!
        const hours: EnergyHours = new Map()
        const readings = message.samples
          .filter(({ values }) => 'x/power' in values)
          .map(({ ts, values }) => ({
            ts,
            value: typeof values['x/power'] === 'number' ? values['x/power'] : null,
            stepMs: null,
          }))
        continueSeries({ kind: 'power', sign: 1 }, null, readings, hours)
        const slots = [...hours.values()].flatMap((hour) => hour.slots)
        // Five minutes of it, in mWh.
        for (const slot of slots) expect(slot ?? 0).toBeLessThanOrEqual((most * 1000) / 12 + 1)
      },
    ),
  )
})

it('of more metrics than are kept per message the first ones are kept, each with its newest value', () => {
  const names = Array.from({ length: 150 }, (_, index) => `d${index}`)
  const controller = {
    id: 1,
    devices: Object.fromEntries(names.map((key) => [key, { key, category: 'GRID', metrics: [] }])),
    powerLimits: new Map(),
  } as unknown as KnownController
  const sampleAt = (ts: number) => ({
    ts,
    values: Object.fromEntries(names.map((name) => [`${name}/power`, 1e9 + ts])),
  })
  const message = {
    ...{ seq: null, step: null, refused: [], rejectedSamples: 0, newestGivenTs: null },
    samples: [sampleAt(2000), sampleAt(3000), sampleAt(1000)],
  }
  const kept = takeImplausible(message, controller)
  expect(kept.map(({ deviceKey, ts, value }) => [deviceKey, ts, value])).toEqual(
    names.slice(0, 100).map((name) => [name, 3000, 1e9 + 3000]),
  )
  expect(message).toMatchObject({ samples: [], refused: [{ count: 450 }] })
})
