import { expect, test } from 'vitest'
import { isMeteredUplink } from './tunnel-terms.ts'

test('a mobile network may cost, whatever it is called; a cable and Wi-Fi do not', () => {
  for (const uplink of ['lte', 'LTE', 'mobile', '4G', 'wwan', 'cellular', '5g-modem'])
    expect(isMeteredUplink(uplink), uplink).toBe(true)
  for (const uplink of ['ethernet', 'wifi', 'wireless', '', null, 5])
    expect(isMeteredUplink(uplink), String(uplink)).toBe(false)
})
