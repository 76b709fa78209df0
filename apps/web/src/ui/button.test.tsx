import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { Button } from './button.tsx'

test('a double press of what is done once is one press; of what may be repeated, two', async () => {
  const save = vi.fn()
  const next = vi.fn()
  const { user } = await renderPage(
    <>
      <Button isBusy={false} onClick={save}>
        Save
      </Button>
      <Button onClick={next}>Next</Button>
    </>,
  )
  await user.dblClick(screen.getByRole('button', { name: 'Save' }))
  expect(save).toHaveBeenCalledTimes(1)
  await user.dblClick(screen.getByRole('button', { name: 'Next' }))
  expect(next).toHaveBeenCalledTimes(2)
})

test('a double press sends a form once', async () => {
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const { user } = await renderPage(
    <form onSubmit={send}>
      <Button type="submit" isBusy={false}>
        Send
      </Button>
    </form>,
  )
  await user.dblClick(screen.getByRole('button', { name: 'Send' }))
  expect(send).toHaveBeenCalledTimes(1)
})
