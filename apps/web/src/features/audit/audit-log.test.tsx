import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { AuditLog } from './audit-log.tsx'

test('an empty log mentions filters only if one is set', async () => {
  fakeApi({ 'GET /locations/:locationId/audit-log': () => ({ entries: [], names: {}, next_before: null }) })
  const { user } = await renderPage(<AuditLog locationId={1} />)
  await screen.findByRole('heading', { name: 'Nothing has changed here yet' })
  expect(screen.queryByText(/filters/i)).toBeNull()
  await user.selectOptions(screen.getByLabelText('What happened'), 'Alarm marked as seen')
  await screen.findByRole('heading', { name: 'Nothing found' })
  expect(screen.queryByText('Nothing has changed here yet')).toBeNull()
})
