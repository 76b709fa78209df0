import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  closeToast,
  getToasts,
  pauseToasts,
  resumeToasts,
  setupToastMs,
  showToast,
  subscribeToToasts,
  undoToastMs,
} from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  for (const { id } of getToasts()) closeToast(id)
  vi.useRealTimers()
})

const shown = () => getToasts().map(({ message }) => message)

it('a message stays two seconds in the tertiary colour', () => {
  showToast('Saved')
  expect(getToasts()[0]).toMatchObject({ message: 'Saved', tone: 'default' })
  vi.advanceTimersByTime(1999)
  expect(shown()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

it('one about the set-up stays five seconds', () => {
  showToast('Set up', { tone: 'success', delayMs: setupToastMs })
  vi.advanceTimersByTime(4999)
  expect(shown()).toEqual(['Set up'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

it('a permanent one stays until it is closed, others expire in their own time', () => {
  const kept = showToast('New version', { delayMs: null })
  showToast('Saved')
  vi.advanceTimersByTime(86_400_000)
  expect(shown()).toEqual(['New version'])
  closeToast(kept)
  expect(shown()).toEqual([])
})

it('notifies its listeners until they unsubscribe', () => {
  const listener = vi.fn()
  const leave = subscribeToToasts(listener)
  showToast('One')
  leave()
  showToast('Two')
  expect(listener).toHaveBeenCalledTimes(1)
})

it('a hovered message stays, and resumes where it was', () => {
  showToast('Ana may now edit', { delayMs: undoToastMs })
  vi.advanceTimersByTime(5000)
  pauseToasts()
  vi.advanceTimersByTime(60_000)
  showToast('Came meanwhile')
  vi.advanceTimersByTime(60_000)
  expect(shown()).toEqual(['Ana may now edit', 'Came meanwhile'])
  resumeToasts()
  vi.advanceTimersByTime(999)
  expect(shown()).toEqual(['Ana may now edit', 'Came meanwhile'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual(['Came meanwhile'])
  vi.advanceTimersByTime(1000)
  expect(shown()).toEqual([])
})
