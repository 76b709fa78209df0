import { expect, test } from 'vitest'
import { createOperation } from '../../testing/operation.ts'
import { findAttention } from './find-attention.ts'

const dayMs = 86_400_000

test('nothing needs a look while all is well', () => {
  expect(findAttention(createOperation())).toEqual([])
})

test('a disk that is full within two months comes first, then what was counted', () => {
  const view = createOperation()
  view.database.full_at = view.checked_at + 59.5 * dayMs
  view.processes[0]!.is_silent = true
  view.mail = { waiting: 4, oldest_at: view.checked_at - 901_000, failed: 2 }
  view.jobs.kinds = [
    { kind: 'repricing', waiting: 5, running: 1, failed: 1 },
    { kind: 'portal_import', waiting: 0, running: 0, failed: 2 },
  ]
  view.imports = { waiting: 9, failing: 3 }
  view.controllers.lost_at_once = 812
  view.controllers.late = 7
  view.controllers.wrong_clock = 1
  expect(findAttention(view)).toEqual([
    { kind: 'disk', count: 59, isCritical: false },
    { kind: 'silent', count: 1, isCritical: true },
    { kind: 'lost_contact', count: 812, isCritical: true },
    { kind: 'mails', count: 6, isCritical: false },
    { kind: 'jobs', count: 3, isCritical: false },
    { kind: 'imports', count: 3, isCritical: false },
    { kind: 'late', count: 7, isCritical: false },
    { kind: 'wrong_clock', count: 1, isCritical: false },
  ])
})

test('a disk with hardly any room is critical before its growth is known, and so is one that is full within days', () => {
  const view = createOperation()
  Object.assign(view.database, { size_bytes: 98e9, free_bytes: 4.9e9 })
  expect(findAttention(view)).toEqual([{ kind: 'disk_low', count: null, isCritical: true }])
  Object.assign(view.database, { size_bytes: 1e9, free_bytes: 1.9e9 })
  expect(findAttention(view)).toEqual([{ kind: 'disk_low', count: null, isCritical: true }])
  Object.assign(view.database, { free_bytes: 5e9, full_at: view.checked_at + 6.5 * dayMs })
  expect(findAttention(view)).toEqual([{ kind: 'disk', count: 6, isCritical: true }])
  Object.assign(view.database, { free_bytes: 5e9, full_at: null })
  expect(findAttention(view)).toEqual([])
})

test('what waits in its turn, is lost or was never seen is no trouble, nor is a disk that lasts', () => {
  const view = createOperation()
  view.database.full_at = view.checked_at + 61 * dayMs
  view.mail = { waiting: 4, oldest_at: view.checked_at - 899_000, failed: 0 }
  view.imports = { waiting: 9, failing: 0 }
  view.jobs.kinds = [{ kind: 'repricing', waiting: 5, running: 1, failed: 0 }]
  view.controllers.lost = 3
  view.controllers.new = 3
  view.controllers.old_software = 3
  expect(findAttention(view)).toEqual([])
})

test('a broker that is not reached is critical; a lost node and a backlog of readings need a look', () => {
  const view = createOperation()
  const [own] = view.processes
  const link = own!.link!
  link.waiting = 5000
  expect(findAttention(view)).toEqual([])
  link.waiting = 3000
  view.processes.push({
    ...{ ...own!, name: 'two 1' },
    link: { ...link, broker: 'external', unreachable_nodes: ['b:1883', 'c:1883'] },
  })
  view.processes.push({
    ...own!,
    name: 'three 1',
    link: { ...link, unreachable_nodes: ['b:1883'], waiting: 0 },
  })
  view.processes.push({ ...own!, name: 'old 1', link: null })
  expect(findAttention(view)).toEqual([
    { kind: 'broker_nodes', count: 2, isCritical: false },
    { kind: 'behind', count: 6000, isCritical: false },
  ])
  link.waiting = 0
  link.is_connected = false
  view.processes[1]!.link = null
  expect(findAttention(view)).toEqual([
    { kind: 'broker', count: 1, isCritical: true },
    { kind: 'broker_nodes', count: 1, isCritical: false },
  ])
  // What a process that does not answer said last is not of now.
  own!.is_silent = true
  expect(findAttention(view).map(({ kind }) => kind)).toEqual(['silent', 'broker_nodes'])
})
