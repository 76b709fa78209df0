import type { OperationView, TroubledController } from '@ohmstead/contract/operation'
import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '../../shared/paths.ts'
import { queryClient } from '../../shared/query-client.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createOperation } from '../../testing/operation.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { OperationPage } from './operation-page.tsx'
import { operationQuery } from './operation-query.ts'

const silent: TroubledController = {
  ...{ id: 7, unit_id: '7K3M-9QXD', alias: null, kind: 'CONTROLLER' },
  ...{ last_seen_at: Date.now() - 7_200_000, clock_offset_ms: 600_000, version: '1.2' },
  refusals: [],
  location: { id: 3, name: 'Hiša Novak', company_id: 5 },
}

async function show(change: (view: OperationView) => void = () => {}, controllers = [silent], total = 1) {
  const api = fakeApi({
    'GET /operation': () => {
      const operation = createOperation()
      change(operation)
      return { operation }
    },
    'GET /operation/controllers': ({ query }) => ({
      controllers,
      total,
      page: Number(query.page),
      page_size: 50,
    }),
  })
  const page = await renderPage(<OperationPage />, { at: paths.operation })
  await screen.findByRole('heading', { name: 'Server processes' })
  return { ...page, api }
}

const row = (name: string | RegExp) => screen.getByRole('row', { name })

test('says that nothing needs attention, and shows who runs', async () => {
  await show()
  expect(screen.getByText('Nothing needs attention.')).toBeTruthy()
  expect(row(/one 4711/).textContent).toMatch(/1\.2\.0.*312 MB.*35/)
  expect(screen.getByText(/^No task waits or runs/)).toBeTruthy()
  expect(screen.getByText('4,998')).toBeTruthy()
})

test('lists what needs a look, and names a process that does not answer', async () => {
  await show((view) => {
    view.processes[0]!.is_silent = true
    view.controllers.late = 2
  })
  const [first, second] = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect([first, second]).toEqual([
    'Server processes that do not answer: 1',
    'Controllers that have fallen silent: 2',
  ])
  // Beside its name, which stays in sight where the table scrolls.
  expect(screen.getByRole('rowheader', { name: /one 4711/ }).textContent).toContain('does not answer')
})

test('each thing that needs a look leads to its cause', async () => {
  const { user, path } = await show((view) => {
    view.processes[0]!.is_silent = true
    view.mail.failed = 2
    view.controllers.wrong_clock = 1
  })
  const link = (name: RegExp) => screen.getByRole('link', { name })
  const targetOf = (name: RegExp) => link(name).getAttribute('href')
  expect(targetOf(/^E-mails that could not/)).toBe('/settings/global/outbox')
  const [, part] = targetOf(/^Server processes that/)!.split('#')
  expect(document.getElementById(part!)).toBe(screen.getByRole('region', { name: 'Server processes' }))
  expect(path()).toBe('/settings/global/operation')
  await user.click(link(/^Controllers with a wrong clock/))
  expect(screen.getByRole('radio', { name: /^Wrong clock/ })).toHaveProperty('checked', true)
})

test('says when it cannot be refreshed, and how old it is', async () => {
  let isBroken = false
  await show(() => {
    if (isBroken) throw new Refusal('unavailable')
  })
  expect(screen.queryByRole('alert')).toBeNull()
  isBroken = true
  await act(() => queryClient.invalidateQueries({ queryKey: operationQuery.queryKey }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText('4,998')).toBeTruthy()
})

test('shows tasks by kind, and the last that failed with their place and reason', async () => {
  await show((view) => {
    view.jobs = {
      kinds: [{ kind: 'repricing', waiting: 2, running: 1, failed: 3 }],
      last_failed: [
        {
          ...{ id: 1, kind: 'portal_import', error: 'portal_away', finished_at: 0 },
          location: silent.location,
        },
        { ...{ id: 2, kind: 'repricing', error: 'unexpected', finished_at: 0 }, location: null },
        { ...{ id: 3, kind: 'repricing', error: 'process_died', finished_at: 0 }, location: null },
      ],
    }
  })
  const cells = within(row(/Repricing/)).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['2', '1', '3'])
  const failure = screen.getByText(/portal_away/).closest('li')!
  expect(failure.textContent).toMatch(/Importing from Moj Elektro #1 · Hiša Novak · portal_away/)
  const [, unexpected, died] = within(failure.closest('ul')!).getAllByRole('listitem')
  expect(unexpected!.textContent).toMatch(/Something went wrong on our side\.$/)
  expect(died!.textContent).toMatch(/Its server process died meanwhile\.$/)
  expect(within(failure).getByRole('link', { name: 'Hiša Novak' }).getAttribute('href')).toBe('/locations/3')
})

test('lists controllers by problem, each with the way to it', async () => {
  const { user, api } = await show()
  const link = await screen.findByRole('link', { name: '7K3M-9QXD' })
  expect(link.getAttribute('href')).toBe('/settings/global/companies/5/oem-devices/7')
  expect(screen.queryByText(/ahead/)).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^Wrong clock/ }))
  expect(await screen.findByText(/10 mins? ahead|ahead/)).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /^Outdated software/ }))
  expect(await screen.findByRole('cell', { name: '1.2' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: /^Rejected messages/ }))
  expect(await screen.findByRole('columnheader', { name: 'Reason' })).toBeTruthy()
  expect(api.sentTo('GET /operation/controllers').map(({ query }) => query.problem)).toEqual([
    ...['late', 'wrong_clock', 'old_software', 'refused'],
  ])
})

test('lists what was rejected from a controller, and when it last was', async () => {
  const refusals: TroubledController['refusals'] = [
    { reason: 'oversized', last_at: Date.now() - 120_000 },
    { reason: 'bad_credentials', last_at: Date.now() - 7_200_000 },
  ]
  const { user } = await show(() => {}, [{ ...silent, refusals }])
  await user.click(screen.getByRole('radio', { name: /^Rejected messages/ }))
  const cell = await screen.findByRole('cell', { name: /2 minutes ago/ })
  expect(cell.textContent).toMatch(/2 minutes ago.*2 hours ago/)
})

test('says how readings come in through all processes, and which nodes of the broker are lost', async () => {
  await show((view) => {
    const [own] = view.processes
    view.processes.push({
      ...{ ...own!, name: 'two 1' },
      link: {
        ...{ broker: 'external', is_connected: false, unreachable_nodes: ['b:1883'] },
        ...{ stored_per_second: 100, waiting: 4 },
      },
    })
  })
  const panel = screen.getByRole('region', { name: 'Broker and readings' })
  expect(panel.textContent).toMatch(/1 of 2.*b:1883.*183.*7/)
})

test('leads through more controllers than fit on a page', async () => {
  const { user, api } = await show(undefined, [silent], 120)
  await user.click(await screen.findByRole('button', { name: 'Next' }))
  await expect
    .poll(() => api.sentTo('GET /operation/controllers').at(-1)?.query)
    .toEqual({
      problem: 'late',
      page: '2',
    })
})

test('says when the disk is full, or why that is not known', async () => {
  await show()
  expect(screen.getByText(/^PostgreSQL does not say/)).toBeTruthy()
  expect(screen.getByText('known from the fourth day on')).toBeTruthy()
  expect(screen.queryByText('Disk full')).toBeNull()
})

test('the forecast is a day, with what it rests on', async () => {
  await show((view) => {
    Object.assign(view.database, {
      ...{ growth_bytes_per_day: 5e8, free_bytes: 5e10 },
      full_at: view.checked_at + 100 * 86_400_000,
    })
  })
  const database = screen.getByRole('region', { name: 'Database' }).textContent?.replace(/\s/g, ' ')
  expect(database).toMatch(/Growth per day500 MB.*Still free50 GB.*Disk full6 March 2027/)
})

test.each([
  [0.99, 'Messages stored per minute59'],
  [1, 'Messages stored per second1mean'],
  [2.34, 'Messages stored per second2.3'],
  [12.34, 'Messages stored per second12mean'],
])('a rate of %d a second is told with a decimal only where it says something', async (rate, told) => {
  await show((view) => {
    view.processes[0]!.link!.stored_per_second = rate
  })
  expect(screen.getByRole('region', { name: 'Broker and readings' }).textContent).toContain(told)
})

test('a lost node, a lost broker and a backlog of readings are marked, and a small rate is told per minute', async () => {
  await show((view) => {
    Object.assign(view.processes[0]!.link!, {
      ...{ unreachable_nodes: ['c:1883'], waiting: 5001, stored_per_second: 0.1 },
    })
    view.processes.push({
      ...{ ...view.processes[0]!, name: 'two 1' },
      link: {
        ...{ broker: 'external', is_connected: true, unreachable_nodes: ['b:1883', 'c:1883'] },
        ...{ stored_per_second: 0, waiting: 0 },
      },
    })
  })
  const panel = screen.getByRole('region', { name: 'Broker and readings' })
  expect(panel.textContent).toMatch(/2 of 2.*b:1883, c:1883.*Messages stored per minute6mean.*5,001/)
  const marked = [...panel.querySelectorAll('[data-tone=bad]')].map(({ textContent }) => textContent)
  expect(marked).toEqual(['2 of 2', '5,001'])
})
