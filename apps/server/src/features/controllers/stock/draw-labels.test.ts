import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readLabels } from '../../../testing/read-labels.ts'
import { addressOf, drawLabels, type Label } from './draw-labels.ts'

const words = {
  ...{ title: 'Labels', platform: 'Ohmstead', how: 'Scan the code.', language: 'en' },
  kinds: { CONTROLLER: 'Controller', P1_WIFI: 'P1 reader', GATEWAY: 'Gateway' },
}
const publicUrl = 'https://cloud.example.com'
const labels = Array.from({ length: 30 }, (_, index): Label => {
  const end = String(index).padStart(4, '0')
  return { serial: `7K3M-9QXD-H2TV-${end}`, kind: index % 2 ? 'P1_WIFI' : 'CONTROLLER', name: null }
})

test('labels are 24 a sheet, and the code of each leads to the setup with its serial', async () => {
  const pages = readLabels(await buffer(drawLabels(labels, publicUrl, words)))
  expect(pages.map(({ length }) => length)).toEqual([24, 6])
  expect(pages[0]!.slice(0, 2)).toEqual([
    'https://cloud.example.com/setup/oem-device?serial=7K3M-9QXD-H2TV-0000',
    'https://cloud.example.com/setup/p1-wifi?serial=7K3M-9QXD-H2TV-0001',
  ])
  expect(pages[1]![5]).toBe(addressOf(publicUrl, labels[29]!))
})
