import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createLocation } from '../../testing/location.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ControllersCard } from './controllers-card.tsx'

test.each([
  [true, 'Manage'],
  [false, 'Details'],
])('people who may manage the controllers (%s) get a link to them', async (edit, expected) => {
  const permissions = { locations: [{ id: 7, view: true, edit, control: false, manageUsers: false }] }
  const live = { controllers: {} } as Parameters<typeof ControllersCard>[0]['live']
  await renderPage(
    <ControllersCard location={createLocation()} address={{ locationId: 7 }} live={live} nowMs={0} />,
    { person: createPerson({ permissions }) },
  )
  expect(screen.getByRole('link').textContent).toBe(expected)
})
