import { expect, it } from 'vitest'
import { findDevices } from './find-devices.ts'

const device = (eimm: string, title: string | null, owner: string | null) => ({
  eimm,
  gsrn: null,
  title,
  owner: owner === null ? null : ({ name: owner } as never),
})
const devices = [
  device('4-1000001', 'Hiša na Čopovi', null),
  device('4-1000002', null, 'Žiga Kos'),
  device('4-2000003', 'Delavnica', 'Ana Kos'),
]

it.each([
  ['', ['4-1000001', '4-1000002', '4-2000003']],
  ['  ', ['4-1000001', '4-1000002', '4-2000003']],
  ['4-1', ['4-1000001', '4-1000002']],
  ['hisa copovi', ['4-1000001']],
  ['KOS', ['4-1000002', '4-2000003']],
  ['kos delavnica', ['4-2000003']],
  ['nobody', []],
])('“%s” finds %j', (search, found) => {
  expect(findDevices(devices, search).map(({ eimm }) => eimm)).toEqual(found)
})
