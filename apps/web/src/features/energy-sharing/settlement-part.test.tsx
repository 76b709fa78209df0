import type { SharingStatementsView } from '@ohmstead/contract/energy-sharing-results'
import type { JobView } from '@ohmstead/contract/jobs'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { createSharingGroup } from '../../testing/sharing-group.ts'
import { createSharedMoney, createStatement, noSharedEnergies } from '../../testing/sharing-results.ts'
import { SettlementPart } from './settlement-part.tsx'
import { StatementModal } from './statement-modal.tsx'

const read = 'GET /sharing-groups/:sharingGroupId/statements'
const issue = 'POST /sharing-groups/:sharingGroupId/statements'

const settled: SharingStatementsView = {
  months: [{ month: '2020-04', statements: 2, outdated: 1, issuedAt: 0, isProvisional: true }],
  statements: [
    createStatement({ isOutdated: true }),
    createStatement({ id: 3, memberName: 'Bojan', version: 2, replaces: 2, cause: ['reading'] }),
    createStatement({ id: 2, memberName: 'Bojan', replacedBy: 3 }),
  ],
  totals: { energies: noSharedEnergies, ...createSharedMoney({ benefit: '12.34' }) },
  checks: [
    { kind: 'importIsReceivedAndSupplied', left: '1376.8203', right: '1376.8203', holds: true },
    { kind: 'paidIsEarned', left: '5.00', right: '4.99', holds: false },
  ],
  job: null,
}
const none: SharingStatementsView = { months: [], statements: [], totals: null, checks: [], job: null }

const failed: JobView = {
  ...{ id: 4, kind: 'sharing_settlement', state: 'failed', done: 1, total: 3, detail: {} },
  ...{ error: 'unexpected', company_id: null, location_id: null, created_at: 0, updated_at: 0 },
  ...{ finished_at: 0, can_cancel: false },
}

async function show(answer: SharingStatementsView, change: Parameters<typeof createSharingGroup>[0] = {}) {
  const api = fakeApi({
    'GET /jobs': () => ({ jobs: [failed] }),
    [read]: () => answer,
    [issue]: () => ({ job: { id: 4 } }),
  })
  const group = createSharingGroup({ validFrom: '2020-04-01', lastMonth: null, ...change })
  return { api, ...(await renderPage(<SettlementPart group={group} />)) }
}

test('what sharing brought comes first, then that the statements add up', async () => {
  await show(settled)
  expect(await screen.findByText('April 2020: sharing brought €12.34 in all.')).toBeTruthy()
  expect(screen.getByText(/^Outdated statements: 1/).textContent).toMatch(/the figures are provisional/)
  expect(screen.getByText('1376.8203 = 1376.8203 kWh')).toBeTruthy()
  expect(screen.getByText('€5.00 ≠ €4.99').closest('li')!.hasAttribute('data-wrong')).toBe(true)
})

test('replaced versions are kept, and shown when asked for', async () => {
  const { user } = await show(settled)
  const region = await screen.findByRole('region', { name: 'Statements' })
  expect(within(region).getAllByRole('row')).toHaveLength(3)
  expect(within(region).getByText('outdated')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Also replaced ones' }))
  expect(within(region).getByText('replaced')).toBeTruthy()
})

test('how sure a statement is, and that one was withdrawn, stands beside it', async () => {
  const quality = { intervals: 2976, measured: 2939, estimated: 7, missing: 30, unsettled: 1234 }
  const unsure = createStatement({ quality: { ...quality, isProvisional: true } })
  const withdrawn = createStatement({ id: 9, memberName: 'Cene', isWithdrawn: true })
  await show({ ...settled, statements: [unsure, withdrawn] })
  const row = (name: RegExp) => screen.findByRole('row', { name })
  const note = (await row(/^Ana/)).querySelector('small')!
  expect(note.textContent).toMatch(
    /^Provisional · 30 quarter-hours missing · 7 estimated · Quarter-hours not shared for lack of readings: 1,234$/,
  )
  const cene = await row(/^Cene/)
  expect(within(cene).getByText('withdrawn')).toBeTruthy()
  expect(cene.querySelector('small')).toBeNull()
})

test('the oldest month without statements is settled first', async () => {
  const { user, api } = await show(none)
  await user.click(await screen.findByRole('button', { name: 'Issue statements' }))
  await expect.poll(() => api.sentTo(issue).map(({ body }) => body.month)).toEqual(['2020-04'])
})

test('work that failed says so', async () => {
  const { user } = await show(none)
  await user.click(await screen.findByRole('button', { name: 'Issue statements' }))
  expect(await screen.findByText('The calculation did not finish. Start it again.')).toBeTruthy()
})

test('nothing is issued while something is missing', async () => {
  await show(none, { problems: [{ kind: 'noKey', memberId: null, isBlocking: true }] })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Issue statements' })
  expect(button.disabled).toBe(true)
  expect(screen.getByText('There is no key yet.')).toBeTruthy()
})

test('a member reads its own statements and issues none', async () => {
  await show({ ...settled, totals: null, checks: [] }, { isOrganiser: false, lastMonth: '2020-04' })
  await screen.findByRole('region', { name: 'Statements' })
  expect(screen.queryByText(/no statements/)).toBeNull()
  expect(screen.queryByRole('button', { name: /Issue/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Workbook for the auditor' })).toBeNull()
})

test('whoever gives and receives is told the mean price of each', async () => {
  fakeApi({
    'GET /sharing-groups/:sharingGroupId/statements/:statementId': () => ({
      statement: createStatement({ meanPaidPerKwh: '0.0858', meanEarnedPerKwh: '0.0729' }) as never,
    }),
  })
  await renderPage(<StatementModal groupId={3} statementId={1} onClose={() => {}} />)
  const row = (name: RegExp) => screen.findByRole('row', { name })
  expect((await row(/^Mean price between members: Paid to members/)).textContent).toContain('0.0858')
  expect((await row(/^Mean price between members: Earned from members/)).textContent).toContain('0.0729')
})
