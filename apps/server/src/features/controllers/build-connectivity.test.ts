import { expect, test } from 'vitest'
import { buildConnectivity } from './build-connectivity.ts'

const range = { from: 1000, to: 2000 }
const build = (changes: [at: number, online: boolean][], present: [online: boolean, since: number | null]) =>
  buildConnectivity(
    range,
    changes.map(([at, online]) => ({ at, online })),
    { online: present[0], online_changed_at: present[1] },
  )

test('the last change before the range says how it began', () => {
  expect(
    build(
      [
        [500, true],
        [1500, false],
      ],
      [false, 1500],
    ),
  ).toEqual({ ...range, was_online: true, changes: [{ at: 1500, online: false }] })
})

test('without one it was connected if it first lost its connection; if it first connected, it was being set up', () => {
  expect(build([[1500, false]], [false, 1500]).was_online).toBe(true)
  expect(build([[1500, true]], [true, 1500])).toMatchObject({
    was_online: null,
    changes: [{ at: 1500, online: true }],
  })
})

test('what never connected was away all the time; what has not changed for long is as it is', () => {
  expect(build([], [false, null])).toMatchObject({ was_online: false, changes: [] })
  expect(build([], [true, 300])).toMatchObject({ was_online: true, changes: [] })
})

test('changes that were too many to be kept leave the present state right, and none counts twice', () => {
  const { changes } = build(
    [
      [1100, true],
      [1200, false],
      [1300, false],
    ],
    [true, 1900],
  )
  expect(changes).toEqual([
    { at: 1100, online: true },
    { at: 1200, online: false },
    { at: 1900, online: true },
  ])
})
