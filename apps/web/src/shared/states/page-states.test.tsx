import type { ErrorCode } from '@ohmstead/contract/errors'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { FailedState, FailedStrip } from './page-states.tsx'

const code = '7d1c0e6b9f5a4c3d'

test.each([
  ['in place of a page', (error: Error) => <FailedState error={error} onRetry={() => {}} />],
  ['beside older data', (error: Error) => <FailedStrip error={error} onRetry={() => {}} />],
])('the code of an unexpected failure is shown and can be copied, %s', async (_, draw) => {
  await renderPage(draw(new ApiError('unexpected', { supportCode: code })))
  const user = userEvent.setup()
  const write = vi.spyOn(navigator.clipboard, 'writeText')
  expect(screen.getByRole('alert').textContent).toContain(`Code for support: ${code}`)
  await user.click(screen.getByRole('button', { name: 'Copy Code for support' }))
  expect(write).toHaveBeenCalledWith(code)
})

test('a failure that explains itself has nothing to copy', async () => {
  await renderPage(<FailedState error={new ApiError('not_found')} onRetry={() => {}} />)
  expect(screen.queryByRole('button', { name: /Copy/ })).toBeNull()
})

test('a code that only a newer server knows is shown in words all the same', async () => {
  const newer = 'of_a_newer_server' as ErrorCode
  await renderPage(<FailedState error={new ApiError(newer, { supportCode: code })} onRetry={() => {}} />)
  const { textContent } = screen.getByRole('alert')
  expect(textContent).toContain('Something went wrong on our side.')
  expect(textContent).not.toContain('of_a_newer_server')
})
