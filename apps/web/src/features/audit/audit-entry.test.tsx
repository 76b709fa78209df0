import type { AuditEntryView } from '@ohmstead/contract/audit'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { AuditEntry } from './audit-entry.tsx'

const entryOf = (change: Partial<AuditEntryView>): AuditEntryView => ({
  ...{ id: 1, at: Date.UTC(2026, 5, 1), action: 'sign_in', address: '192.0.2.7' },
  ...{ actor: null, impersonator: null, user: { id: 7, name: 'Ana', email: 'ana@test.si' } },
  ...{ company: null, location: null, controller: null, before: null, after: null },
  ...change,
})

test('a sign-in shows the method, and has no table of changes', async () => {
  const after = { way: 'provider_code', provider: 'google' }
  await renderPage(<AuditEntry names={{}} entry={entryOf({ action: 'sign_in_failed', after })} />)
  await screen.findByText(
    'The system or somebody not signed in · for Ana · Sign-in provider and code · google · 192.0.2.7',
  )
  expect(screen.queryByRole('table', { hidden: true })).toBeNull()
})

test('a change stands in a table, before and after', async () => {
  await renderPage(
    <AuditEntry names={{}} entry={entryOf({ action: 'user_registered', after: { provider: 'google' } })} />,
  )
  await screen.findByText('1 change')
  expect(screen.getByRole('cell', { name: 'google', hidden: true })).toBeTruthy()
})

test('companies and people are shown by name', async () => {
  const change = {
    action: 'role_changed',
    before: { companyIds: [2] },
    after: { companyIds: [2, 3] },
  } as const
  await renderPage(<AuditEntry names={{ companyIds: { 2: 'Sonce', 3: 'Veter' } }} entry={entryOf(change)} />)
  expect(await screen.findByRole('cell', { name: 'Sonce, Veter', hidden: true })).toBeTruthy()
})
