import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { showToast } from './toast-store.ts'

const show = (...what: Parameters<typeof showToast>) => act(() => void showToast(...what))

test('the action of a message runs once and takes the message away', async () => {
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
