import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api-error.ts'
import '../testing/render-page.tsx'
import { userEvent } from '@testing-library/user-event'
import { router } from './router.tsx'

/** A page that fails to load, with what the application shows then. */
async function show(failure: () => Error | null) {
  const root = createRootRoute({
    loader: () => {
      const error = failure()
      if (error) throw error
    },
    component: () => <p>The page</p>,
  })
  const { defaultErrorComponent } = router.options
  const own = createRouter({
    routeTree: root,
    history: createMemoryHistory(),
    defaultErrorComponent: defaultErrorComponent!,
  })
  await own.load()
  render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={own as never} />
    </I18nProvider>,
  )
  return userEvent.setup()
}

test('a page that failed to load is loaded again on request', async () => {
  // React reports every caught error.
  for (const kind of ['error', 'warn'] as const) vi.spyOn(console, kind).mockReturnValue()
  let isOffline = true
  const user = await show(() => (isOffline ? new ApiError('offline') : null))
  expect(await screen.findByRole('heading', { name: 'This could not be loaded' })).toBeTruthy()
  isOffline = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The page')).toBeTruthy()
})
