import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createController } from '../../testing/create-controller.ts'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { WaitingControllers } from './waiting-controllers.tsx'

const show = (mayEdit: boolean) => {
  const refusals = [
    { reason: 'implausible' as const, count: 2, first_at: 0, last_at: 0, last_detail: 'grid/power 9e9' },
  ]
  fakeApi({
    'GET /locations/:locationId/controllers': () => ({
      controllers: [
        createController({ id: 3, alias: 'Cellar', last_seen_at: Date.now() - 3000, refusals }),
        createController({ id: 4, unit_id: 'OH-4', last_seen_at: null }),
      ],
    }),
  })
  return renderPage(<WaitingControllers locationId={7} address={{ locationId: 7 }} mayEdit={mayEdit} />)
}

test('each controller shows when it was seen and what was refused, and leads to its connection details', async () => {
  await show(true)
  expect(await screen.findByText(/seen [34] seconds ago/)).toBeTruthy()
  expect(screen.getByText(/2 messages or readings rejected: .*\(grid\/power 9e9\)/)).toBeTruthy()
  expect(screen.getByText(/OH-4 · has not connected yet/)).toBeTruthy()
  const links = screen.getAllByRole('link', { name: 'Connection details' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/locations/7/manage/oem-devices#connect-3',
    '/locations/7/manage/oem-devices#connect-4',
  ])
})

test('viewers get no link', async () => {
  await show(false)
  await screen.findByText(/has not connected yet/)
  expect(screen.queryByRole('link')).toBeNull()
})
