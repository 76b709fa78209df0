import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { useStoredRow } from './use-stored-row.ts'

const row = { id: 1, version: 2 }
const editedMeanwhile = new ApiError('edited_meanwhile')

test('a save that fails for another reason reads nothing, and leaves nothing to choose', async () => {
  const read = vi.fn(async () => ({ ...row, version: 3 }))
  const { result } = renderHook(() => useStoredRow(row, read))
  await act(() => result.current.readNewer(new ApiError('unavailable')))
  expect(read).not.toHaveBeenCalled()
  expect(result.current.newer).toBeNull()
})

test.each([
  ['cannot be read', () => Promise.reject(new ApiError('unavailable'))],
  ['has been removed', async () => undefined],
])(
  'where the row of somebody else %s, there is nothing to choose, and a later save reads it again',
  async (_, fails) => {
    const read = vi.fn<() => Promise<typeof row | undefined>>(async () => ({ ...row, version: 3 }))
    read.mockImplementationOnce(fails)
    const { result } = renderHook(() => useStoredRow(row, read))
    await act(() => result.current.readNewer(editedMeanwhile))
    expect([result.current.newer, result.current.stored]).toEqual([null, row])
    await act(() => result.current.readNewer(editedMeanwhile))
    expect(result.current.newer?.version).toBe(3)
  },
)
