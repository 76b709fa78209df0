import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { SettingsPage } from './settings-page.tsx'

test('who writes programs of their own finds the API reference, in a tab of its own', async () => {
  await renderPage(<SettingsPage />, { person: createPerson() })
  const link = await screen.findByRole('link', { name: 'API reference' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/api/docs', '_blank'])
})
