import type { SoftwareImageView } from '@ohmstead/contract/updates'
import type { RollOutView } from '@ohmstead/contract/updates-roll-outs'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createNode } from '../../testing/create-node.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { RollOutPage } from './roll-out-page.tsx'
import { SoftwarePage } from './software-page.tsx'
import { StartRollOutModal } from './start-roll-out-modal.tsx'

const image: SoftwareImageView = {
  ...{
    id: 4,
    name: 'c.swu',
    kind: 'CONTROLLER',
    size: 1000,
    state: 'checked',
    version: '2.0.0',
    hardware: [],
  },
  ...{ signer: 'CN=Signer', sha256: null, notes: '', created_at: 0, by: null, installed: 0, failed: 0 },
}
const running: RollOutView = {
  ...{
    id: 9,
    name: 'June',
    image: { id: 4, version: '2.0.0', kind: 'CONTROLLER' },
    company: { id: 1, name: 'Solar' },
  },
  ...{ location_group: { id: 12, name: 'North' }, from_version: null, stages: [1, 5, 10], stage: 1 },
  ...{ state: 'running', stop_failures: 3, stop_share: 20, revision: 7, created_at: 0, by: null },
  counts: { waiting: 5, requested: 2, in_progress: 1, installed: 1, failed: 1, cancelled: 0 },
  ...{ changed_at: 0, changed_by: null, ended_at: null },
}
const admin = createPerson({ id: 1, roles: ['ROLE_SUPER_ADMIN'] })
const act = 'POST /roll-outs/:rollOutId/state'

test('the form asks whom it would reach, down to a group, and starts exactly that', async () => {
  const groups = [
    createNode('location-group', 12, 'North', '/n', [createNode('location-group', 13, 'Hills', '/h')]),
  ]
  const api = fakeApi({
    'GET /companies': () => ({
      companies: [
        { id: 1, name: 'Solar', isPlatform: false, rootGroup: { id: 11 }, assignedControllersCount: 40 },
      ],
    }),
    'GET /menu/:companyId': () =>
      ({ structure: [createNode('company', 1, 'Solar', '/c', groups)], company: null }) as never,
    'GET /roll-outs/candidates': ({ query }) => ({
      ...{ count: query.locationGroupId ? 2 : 40, online: 2, versions: [{ version: '1.0.0', count: 40 }] },
    }),
    'POST /roll-outs': () => ({ roll_out: running }),
  })
  const { user, path } = await renderPage(<StartRollOutModal images={[image]} onClose={() => {}} />, {
    person: admin,
  })
  const form = within(await screen.findByRole('dialog'))
  await form.findByText('Controllers: 40, connected: 2')
  const group = form.getByLabelText<HTMLSelectElement>('Group')
  expect(group.disabled).toBe(true)
  await form.findByRole('option', { name: 'Solar' })
  await user.selectOptions(form.getByLabelText('Company'), 'Solar')
  await form.findByRole('option', { name: /Hills/ })
  await user.selectOptions(group, '13')
  await form.findByText('Controllers: 2, connected: 2')
  // Another company has other groups.
  await user.selectOptions(form.getByLabelText('Company'), '')
  expect(group.value).toBe('')
  await user.selectOptions(form.getByLabelText('Company'), 'Solar')
  await user.selectOptions(group, '13')
  await user.click(form.getByRole('button', { name: 'Start roll-out' }))
  await expect.poll(path).toBe('/settings/global/software/9')
  expect(api.sentTo('POST /roll-outs')[0]?.body).toMatchObject({
    ...{
      name: 'Update to 2.0.0',
      imageId: 4,
      companyId: 1,
      locationGroupId: 13,
      version: null,
      stopFailures: 3,
    },
    stages: [{ count: 1 }, { percent: 10 }, { percent: 50 }, { percent: 100 }],
  })
})

test('a roll-out that would reach nobody says why it cannot start', async () => {
  fakeApi({
    'GET /companies': () => ({ companies: [] }),
    'GET /roll-outs/candidates': () => ({ count: 0, online: 0, versions: [] }),
  })
  await renderPage(<StartRollOutModal images={[image]} onClose={() => {}} />, { person: admin })
  await screen.findByText(/^None: a controller must be of this kind/)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start roll-out' }).disabled).toBe(true)
})

test('nothing is said of whom a roll-out reaches before it is known', async () => {
  const { promise, resolve } = Promise.withResolvers<{ count: number; online: number; versions: [] }>()
  fakeApi({
    'GET /companies': () => ({ companies: [] }),
    'GET /roll-outs/candidates': () => promise,
  })
  await renderPage(<StartRollOutModal images={[image]} onClose={() => {}} />, { person: admin })
  await screen.findByRole('dialog')
  expect(screen.queryByText(/^None: a controller must/)).toBeNull()
  resolve({ count: 0, online: 0, versions: [] })
  await screen.findByText(/^None: a controller must/)
})

test('who may not upload images is not asked to, nor told of settings of the server', async () => {
  fakeApi({
    'GET /software-images': () => ({ images: [], can_check: false, max_bytes: 1000 }),
    'GET /roll-outs': () => ({ roll_outs: [] }),
  })
  await renderPage(<SoftwarePage />, { person: createPerson({ id: 1, roles: ['ROLE_AGGREGATOR'] }) })
  await screen.findByText('A super admin uploads images; you can then roll them out to your company.')
  expect(screen.queryByText(/SOFTWARE_CERTIFICATES_FILE/)).toBeNull()
})

test('the page counts, and shows what somebody else did instead of pausing twice', async () => {
  let shown = running
  const api = fakeApi({
    'GET /roll-outs/:rollOutId': () => ({ roll_out: shown }),
    'GET /roll-outs/:rollOutId/controllers': () => ({ controllers: [], total: 0, page: 1, page_size: 50 }),
    [act]: () => {
      shown = { ...running, state: 'cancelled', revision: 8 }
      throw new Refusal('edited_meanwhile')
    },
  })
  const pattern = '/settings/global/software/$rollOutId'
  const { user } = await renderPage(<RollOutPage />, {
    at: '/settings/global/software/9',
    pattern,
    person: admin,
  })
  expect((await screen.findByRole('heading', { level: 1 })).parentElement!.textContent).toContain(
    'Solar · North',
  )
  expect(screen.getByText('Stage 2 of 3')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  expect(api.sentTo(act)[0]?.body).toEqual({ action: 'pause', revision: 7 })
  await expect.poll(() => screen.queryByRole('button', { name: 'Pause' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'End' })).toBeNull()
})
