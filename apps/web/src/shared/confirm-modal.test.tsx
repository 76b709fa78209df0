import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { ConfirmModal } from './confirm-modal.tsx'

const onConfirm = vi.fn()
const onClose = vi.fn()

beforeEach(() => {
  vi.clearAllMocks()
})

const show = (isBusy = false) =>
  renderPage(
    <ConfirmModal
      title="Delete it?"
      text="It is gone for good."
      action="Delete"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  )

test('the action confirms, and leaves closing to the caller', async () => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
  expect(onClose).not.toHaveBeenCalled()
})

test.each(['Cancel', 'Close'])('%s closes and confirms nothing', async (name) => {
  const { user } = await show()
  await user.click(screen.getByRole('button', { name }))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(onConfirm).not.toHaveBeenCalled()
})

test('while it works, a second press does nothing', async () => {
  const { user } = await show(true)
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onConfirm).not.toHaveBeenCalled()
})
