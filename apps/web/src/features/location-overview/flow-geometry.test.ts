import type { PowerFlow } from '@ohmstead/domain/energy-flow/power-flow'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  buildFlowEdges,
  buildSourceRing,
  calculateSpeed,
  calculateViewBox,
  layoutFlow,
} from './flow-geometry.ts'

const flow: PowerFlow = {
  gridW: -500,
  productionW: 4000,
  batteryW: 5,
  evW: 1400,
  heatW: null,
  homeW: 3500,
  stateOfCharge: 60,
  has: { grid: true, production: true, battery: true, ev: true, heat: true },
  sources: { production: 1, battery: 0, grid: 0 },
}

describe('flow geometry', () => {
  test('dots run in the direction of power, and stand still for next to nothing and for unknown', () => {
    const directions = Object.fromEntries(buildFlowEdges(flow).map(({ key, direction }) => [key, direction]))
    expect(directions).toEqual({ sun: 1, grid: -1, battery: 0, ev: -1, heat: 0 })
  })
  test('shows a size, never a sign', () => {
    expect(buildFlowEdges(flow).map(({ powerW }) => powerW)).toEqual([4000, 500, 5, 1400, null])
  })
  test('draws only what exists', () => {
    const has = { grid: true, production: false, battery: false, ev: false, heat: false }
    expect(layoutFlow(has).map(({ key }) => key)).toEqual(['home', 'grid'])
  })
  test('every node is inside the picture and none touches another', () => {
    const nodes = layoutFlow(flow.has)
    const box = calculateViewBox(flow.has)
    for (const a of nodes) {
      expect(a.x - a.radius).toBeGreaterThanOrEqual(box.x)
      expect(a.x + a.radius).toBeLessThanOrEqual(box.x + box.width)
      expect(a.y - a.radius).toBeGreaterThanOrEqual(box.y)
      expect(a.y + a.radius).toBeLessThanOrEqual(box.y + box.height)
      for (const b of nodes)
        if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(a.radius + b.radius)
    }
  })
  test('a place with only a meter is in the middle of a lower picture', () => {
    const has = { grid: true, production: false, battery: false, ev: false, heat: false }
    const box = calculateViewBox(has)
    expect(box.height).toBeLessThan(calculateViewBox(flow.has).height / 2)
    const nodes = layoutFlow(has)
    const middle =
      (Math.min(...nodes.map(({ x, radius }) => x - radius)) +
        Math.max(...nodes.map(({ x, radius }) => x + radius))) /
      2
    expect(middle).toBeCloseTo(box.x + box.width / 2, 6)
  })
  test('speed grows with power and has a limit', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), (a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        expect(calculateSpeed(less)).toBeLessThanOrEqual(calculateSpeed(more))
        expect(calculateSpeed(more)).toBeLessThanOrEqual(110)
        expect(calculateSpeed(-more)).toBe(calculateSpeed(more))
      }),
    )
    expect(calculateSpeed(0)).toBe(0)
  })
  test('the ring closes and omits what supplies nothing', () => {
    expect(buildSourceRing({ production: 0.6, battery: 0, grid: 0.4 })).toEqual([
      { key: 'sun', from: 0, part: 0.6 },
      { key: 'grid', from: 0.6, part: 0.4 },
    ])
    expect(buildSourceRing(null)).toEqual([])
  })
})
