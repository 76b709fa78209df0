import type { CommandMessage, CommandOp } from '@ohmstead/contract/controller-messages'
import { describe, expect, it } from 'vitest'
import { automatic } from '../plant/plant-control.ts'
import { createPlantConfig } from '../plant/plant-presets.ts'
import { applyCommand } from './apply-command.ts'

const place = { seed: 1, weatherSeed: 1, latitude: 46, longitude: 14, timeZone: 'Europe/Ljubljana' }
const home = createPlantConfig('home-pv-battery', place)
const office = createPlantConfig('office', place)
const now = 1_000_000
const command = (op: string, args: Record<string, unknown>): CommandMessage => ({
  v: 1,
  id: 'x',
  ts: now,
  exp: now + 1000,
  op: op as CommandOp,
  args,
})

describe('applyCommand', () => {
  it.each([
    [
      'setpoint',
      { device: 'bat', power: -1500, ttl: 60 },
      { batterySetpointW: { value: -1500, untilMs: now + 60_000 } },
    ],
    [
      'limit',
      { side: 'import', power: 4000, ttl: 900 },
      { importLimitW: { value: 4000, untilMs: now + 900_000 } },
    ],
    ['limit', { side: 'export', power: 0, ttl: 1 }, { exportLimitW: { value: 0, untilMs: now + 1000 } }],
    [
      'switch',
      { device: 'hvac', on: false, ttl: 60 },
      { heatPumpOn: { value: false, untilMs: now + 60_000 } },
    ],
    ['set', { device: 'grid', param: 'max_export', value: 3000 }, { maxExportW: 3000 }],
    ['set', { device: 'ev', param: 'mode', value: 'solar' }, { evMode: 'solar' }],
  ])('does %s %o', (op, args, change) => {
    const config = { ...office, battery: home.battery }
    expect(applyCommand(config, automatic, command(op, args), now)).toEqual({
      state: 'done',
      control: { ...automatic, ...change },
    })
  })

  it.each([
    ['a setpoint without an end', 'setpoint', { device: 'bat', power: 100 }],
    ['a limit below zero', 'limit', { side: 'import', power: -5, ttl: 60 }],
    ['a limit of no side', 'limit', { side: 'up', power: 5, ttl: 60 }],
    ['a device that is not there', 'setpoint', { device: 'ev', power: 100, ttl: 60 }],
    ['a value out of range', 'set', { device: 'bat', param: 'soc_min', value: 101 }],
    ['an operation it does not know', 'dance', { url: 'https://a.test' }],
    ['a pace that is too fast', 'realtime', { period: 0.01, ttl: 60 }],
  ])('rejects %s', (_, op, args) => {
    expect(applyCommand(home, automatic, command(op, args), now)).toMatchObject({ state: 'rejected' })
  })
})
