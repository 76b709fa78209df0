import type { ControllerBatchView, StockControllerView } from '@ohmstead/contract/controllers-stock'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../testing/fake-api.ts'
import { createPerson } from '../../../testing/person.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { ControllerStockPage } from './controller-stock-page.tsx'

const createBatch = (id: number): ControllerBatchView => ({
  ...{ id, source: 'number', count: 10 * id, created_at: 0, created_by: null },
  ...{ credentials_until: null, may_download: true },
})
const controller: StockControllerView = {
  ...{ id: 1, unit_id: 'OH-0001', kind: 'CONTROLLER', protocol: 'ems', alias: null, state: 'new' },
  ...{ online: false, last_seen_at: null, waiting_messages: 0, created_at: 0 },
  ...{ linked_at: null, batch_id: 4, location: null },
}

test('labels of what was made last are above the controllers; those of earlier batches are asked for', async () => {
  fakeApi({
    'GET /jobs': () => ({ jobs: [] }),
    'GET /companies/:companyId/controller-stock': () => ({
      ...{ controllers: [controller], total: 1, page: 1, page_size: 50 },
    }),
    'GET /companies/:companyId/controller-batches': () => ({ batches: [4, 3, 2, 1].map(createBatch) }),
  })
  await renderPage(<ControllerStockPage />, {
    at: '/companies/2',
    pattern: '/companies/$companyId',
    person: createPerson({ role: 'ROLE_AGGREGATOR' }),
  })
  const made = await screen.findByRole('region', { name: 'Made so far' })
  const serial = await screen.findByText('OH-0001')
  expect(made.compareDocumentPosition(serial)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const earlier = within(made).getByText('Earlier ones').closest('details')!
  expect(earlier.contains(within(made).getByText('20 controllers'))).toBe(false)
  expect(earlier.contains(within(made).getByText('10 controllers'))).toBe(true)
  expect(earlier.open).toBe(false)
})
