import type { CompanyDomainView } from '@ohmstead/contract/company-settings'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../testing/fake-api.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { DomainProof } from './domain-proof.tsx'

const domain: CompanyDomainView = {
  domain: 'sonce.example',
  state: 'unproven',
  record: { name: '_ohmstead.sonce.example', value: 'ohmstead-domain=abc' },
  found: null,
  withdrawn_at: null,
}
const show = (change: Partial<CompanyDomainView>, checked = change) => {
  fakeApi({
    'GET /companies/:companyId/domain': () => ({ ...domain, ...change }),
    'POST /companies/:companyId/domain/check': () => ({ ...domain, ...checked }),
  })
  return renderPage(<DomainProof companyId={2} />)
}

test.each([
  [{ state: 'unproven' }, 'Missing'],
  [{ state: 'proven' }, 'Found'],
  [{ state: 'proven', withdrawn_at: 0 }, 'Missing'],
] as const)('the record of %o says %s, and which line is its name', async (change, state) => {
  await show(change)
  expect((await screen.findByRole('heading', { level: 3 })).textContent).toBe(`TXT ${state}`)
  expect(screen.getByText('name of TXT').parentElement!.textContent).toContain('_ohmstead.sonce.example')
  expect(screen.getByText('value of TXT').parentElement!.textContent).toContain('ohmstead-domain=abc')
})

test('unreachable name servers do not mean that the record is missing', async () => {
  const { user } = await show({}, { found: null })
  await user.click(await screen.findByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('heading', { name: 'TXT No answer' })).toBeTruthy()
})

test('a granted domain needs no record', async () => {
  await show({ state: 'granted', record: null })
  await screen.findByText(/was assigned by a super admin/)
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
})
