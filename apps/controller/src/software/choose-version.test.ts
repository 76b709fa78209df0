import { expect, test } from 'vitest'
import { chooseVersion } from './choose-version.ts'
import { createState, type SoftwareState } from './software-state.ts'

const base = '0.1.0'
const has = (version: string) => version !== 'gone'
const choose = (state: Partial<SoftwareState>) => chooseVersion({ ...createState(), ...state }, { base, has })
const trial = (starts: number, version = '2.0') => ({ actionId: '7', version, starts })

test('the program of the machine runs until there is an update', () => {
  expect(choose({}).version).toBeNull()
  expect(choose({ current: '1.5' }).version).toBe('1.5')
  expect(choose({ current: 'gone' }).version).toBeNull()
})

test('a new version is started three times, each of them noted before', () => {
  let state: SoftwareState = { ...createState(), current: '1.5', trial: trial(0) }
  for (const starts of [1, 2, 3]) {
    const chosen = chooseVersion(state, { base, has })
    expect(chosen).toMatchObject({ version: '2.0', state: { trial: { starts } } })
    state = chosen.state
  }
  const chosen = chooseVersion(state, { base, has })
  expect(chosen).toMatchObject({ version: '1.5', state: { current: '1.5', trial: null } })
  expect(chosen.state.ended).toEqual({
    ...{ actionId: '7', isSuccess: false, isTold: false },
    detail: 'version 2.0 was not connected after 3 starts; 1.5 runs again',
  })
})

test('a version whose files are missing gives way at once', () => {
  expect(choose({ trial: trial(0, 'gone') })).toMatchObject({
    version: null,
    state: { trial: null, ended: { isSuccess: false } },
  })
})

test('a newer package of the machine wins over updates before it', () => {
  expect(choose({ base: '0.0.9', current: '1.5', trial: trial(1) })).toMatchObject({
    version: null,
    state: { base, current: null, trial: null, ended: { actionId: '7', isSuccess: false } },
  })
  expect(choose({ base: '0.0.9', current: '1.5' }).state.ended).toBeNull()
})
