import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { showToast } from './toast-store.ts'

const show = (...what: Parameters<typeof showToast>) => act(() => void showToast(...what))

test('the action of a message runs once and removes the message', async () => {
  const run = vi.fn()
  const { user } = await renderPage(null)
  show('A new version is here', { delayMs: null, action: { label: 'Reload', run } })
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  expect(run).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('A new version is here')).toBeNull()
})

test('closing a message leaves the others, and runs nothing', async () => {
  const run = vi.fn()
  const { user } = await renderPage(null)
  show('First', { delayMs: null, action: { label: 'Undo', run } })
  show('Second', { delayMs: null })
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
  expect(screen.queryByText('First')).toBeNull()
  expect(screen.getByText('Second')).toBeTruthy()
  expect(run).not.toHaveBeenCalled()
})

test('only a failure interrupts what a screen reader says', async () => {
  await renderPage(null)
  show('Saved', { tone: 'success', delayMs: null })
  expect(screen.queryByRole('alert')).toBeNull()
  show('Not saved', { tone: 'danger', delayMs: null })
  expect(screen.getByRole('alert').textContent).toContain('Not saved')
})

test('hovering a message keeps it, and so does the focus in it', async () => {
  await renderPage(null)
  vi.useFakeTimers()
  try {
    show('Ana may now edit', { delayMs: 6000, action: { label: 'Undo', run: () => {}, isUndo: true } })
    const region = screen.getByRole('status')
    const undo = screen.getByRole('button', { name: 'Undo' })
    const later = () => act(() => void vi.advanceTimersByTime(60_000))
    fireEvent.pointerEnter(region)
    later()
    act(() => undo.focus())
    fireEvent.pointerLeave(region)
    later()
    expect(screen.getByText('Ana may now edit')).toBeTruthy()
    act(() => undo.blur())
    later()
    expect(screen.queryByText('Ana may now edit')).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('Ctrl+Z undoes what the newest message offers, but in a field it belongs to the field', async () => {
  const run = vi.fn()
  const { user } = await renderPage(
    <label>
      Name
      <input />
    </label>,
  )
  show('Ana may now edit', { delayMs: null, action: { label: 'Undo', run, isUndo: true } })
  show('A new version is here', { delayMs: null, action: { label: 'Reload', run: vi.fn() } })
  screen.getByLabelText('Name').focus()
  await user.keyboard('{Control>}z{/Control}')
  expect(run).not.toHaveBeenCalled()
  screen.getByLabelText('Name').blur()
  await user.keyboard('{Control>}z{/Control}')
  expect(run).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Ana may now edit')).toBeNull()
  expect(screen.getByText('A new version is here')).toBeTruthy()
})
