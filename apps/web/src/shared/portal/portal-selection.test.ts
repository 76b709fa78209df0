import { describe, expect, it, test } from 'vitest'
import { defaultRange, findRangeProblem, formatSelection, readSelection } from './portal-selection.ts'

const today = '2026-03-02'

describe('findRangeProblem', () => {
  test.each([
    ['2025-03-02', '2026-03-02', null],
    ['2026-03-02', '2026-03-02', null],
    ['2024-03-02', '2026-03-02', null],
    ['2024-03-01', '2026-03-02', 'tooLong'],
    ['2026-03-01', '2026-02-28', 'order'],
    ['2026-03-01', '2026-03-03', 'future'],
    ['', '2026-03-01', 'required'],
    ['2026-02-30', '2026-03-01', 'required'],
  ])('%s to %s: %s', (from, to, problem) => {
    expect(findRangeProblem(from, to, today)).toBe(problem)
  })
})

describe('the selection', () => {
  const empty = { deviceId: null, ...defaultRange(today), vt: null, mt: null, et: null }

  it('defaults to the last twelve whole months of the first metering point', () => {
    expect(readSelection({}, {}, today)).toEqual(empty)
    expect(empty).toMatchObject({ from: '2025-03-01', to: '2026-02-28' })
  })

  it('parses its own output', () => {
    const chosen = { deviceId: 12, from: '2025-01-01', to: '2025-12-31', vt: 0.12345, mt: 0, et: null }
    expect(readSelection(formatSelection(chosen, today), {}, today)).toEqual(chosen)
  })

  it('moves on with the months while the range is the default', () => {
    const written = formatSelection(empty, today)
    expect(readSelection(written, {}, '2026-04-01')).toMatchObject({ from: '2025-04-01', to: '2026-03-31' })
  })

  it('takes missing parts of the address from the last one', () => {
    const kept = { device: 7, vt: 0.1, from: '2025-06-01', to: '2025-06-30' }
    expect(readSelection({ device: 8 }, kept, today)).toEqual({
      ...empty,
      deviceId: 8,
      vt: 0.1,
      from: '2025-06-01',
      to: '2025-06-30',
    })
  })

  it.each([
    [{ device: 'x' }],
    [{ device: -1 }],
    [{ vt: 'abc' }],
    [{ vt: -0.1 }],
    [{ et: '' }],
    [{ from: '2020-01-01' }],
    [{ to: '2027-01-01' }],
  ])('takes nothing from %j', (search) => {
    expect(readSelection(search, {}, today)).toEqual(empty)
  })
})
