import type { DeviceSetupView } from '@ohmstead/contract/controller-setup'
import { screen } from '@testing-library/react'
import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { DeviceSetupFields } from './device-setup-fields.tsx'

const setup: DeviceSetupView = {
  ...{ protocol: 'evcc', title: 'evcc', tried: 'messages', steps: ['open_configuration_file'], qr: null },
  fields: [{ name: 'mqtt_host', value: 'cloud.example' }],
  snippet: 'mqtt:\n  broker: cloud.example:8883\n',
}

/** What a phone reads in the code on the page. */
async function scan(shown: DeviceSetupView): Promise<string> {
  fakeApi({})
  await renderPage(<DeviceSetupFields setup={shown} />)
  const code = await screen.findByRole('img', { name: 'QR code for setting up with a phone' })
  const cells = Number(code.getAttribute('viewBox')!.split(' ')[2])
  const scale = 4
  const size = (cells + 4) * scale
  const data = new Uint8Array(size * size * 4).fill(255)
  const dark = code.querySelector('path')!.getAttribute('d')!
  for (const [, x, y] of dark.matchAll(/M(\d+) (\d+)h/g))
    for (let row = 0; row < scale; row++) {
      const start = (((Number(y) + 2) * scale + row) * size + (Number(x) + 2) * scale) * 4
      for (let at = 0; at < scale; at++) data.fill(0, start + at * 4, start + at * 4 + 3)
    }
  return decodeQR({ width: size, height: size, data })
}

test.each([
  ['its own text', { ...setup, qr: 'wss://cloud.example/x' }, 'wss://cloud.example/x'],
  ['the text to paste', setup, setup.snippet],
  ['what to enter', { ...setup, snippet: null }, 'MQTT server: cloud.example'],
  [
    'what to enter where the text is too long for a phone',
    { ...setup, snippet: 'x'.repeat(2000) },
    'MQTT server: cloud.example',
  ],
])('the code of a device holds %s', async (_, shown, text) => {
  expect(await scan(shown)).toBe(text)
})

test.each([
  ['as well as MQTT is said to need only one of them', setup.fields, 1],
  ['alone is not', [], 0],
])('a device that takes HTTP %s', async (_, others, count) => {
  fakeApi({})
  const fields: DeviceSetupView['fields'] = [{ name: 'http_address', value: 'https://a.example' }, ...others]
  await renderPage(<DeviceSetupFields setup={{ ...setup, fields }} />)
  expect(screen.queryAllByText('HTTP or MQTT: one of them is enough.')).toHaveLength(count)
})
