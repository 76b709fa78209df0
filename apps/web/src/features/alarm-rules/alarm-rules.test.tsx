import type { AlarmRulesView, AlarmRuleView } from '@ohmstead/contract/alarm-rules'
import type { JobView } from '@ohmstead/contract/jobs'
import { readyRules } from '@ohmstead/domain/alarms/alarm-rule'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { getToasts } from '../../ui/toast-store.ts'
import { AlarmRulesPage } from './alarm-rules-page.tsx'

const list = 'GET /locations/:locationId/alarm-rules'
const create = 'POST /locations/:locationId/alarm-rules'
const preview = 'POST /locations/:locationId/alarm-rules/preview'
const own: AlarmRuleView = {
  ...{ id: 3, name: null, kind: 'metric', durationSeconds: 600, grouping: 'each', quiet: null, revision: 2 },
  ...{ sendsRecovery: true, enabled: true, group: null, isTogether: false, raised: 1 },
  settings: {
    ...{ metric: 'power', category: 'GRID', deviceKey: null, condition: 'above' },
    ...{ value: 8000, upper: null, clear: null },
  },
}
const known = (changes: Partial<AlarmRulesView> = {}): AlarmRulesView => ({
  ...{ rules: [], inherited: [], devices: [{ key: 'grid', name: 'Meter', category: 'GRID' }], locations: 1 },
  ...{ mostAlarmsOfEach: 100, mostRules: 50, mayEdit: true, ...changes },
})
const show = () =>
  renderPage(<AlarmRulesPage />, {
    ...{ at: '/locations/7/manage/alarm-rules', pattern: '/locations/$locationId/manage/alarm-rules' },
    person: createPerson({ id: 1 }),
  })

test('one press switches a ready rule on', async () => {
  let rules: AlarmRuleView[] = []
  const api = fakeApi({
    [list]: () => known({ rules }),
    [create]: () => {
      rules = [{ ...own, id: 9, ...readyRules[0]!, raised: 0 }]
      return { id: 9 }
    },
  })
  const { user } = await show()
  await user.click(await screen.findByRole('switch', { name: 'Meter silent' }))
  expect(api.sentTo(create)[0]?.body).toMatchObject({ name: null, kind: 'meter_silent', enabled: true })
  await expect
    .poll(() => screen.getByRole<HTMLInputElement>('switch', { name: 'Meter silent' }).checked)
    .toBe(true)
})

test('a ready rule that was given a name stays where its switch is, which turns it', async () => {
  let rules: AlarmRuleView[] = [{ ...own, id: 9, ...readyRules[0]!, name: 'Cellar meter', raised: 0 }]
  const api = fakeApi({
    [list]: () => known({ rules }),
    'PUT /locations/:locationId/alarm-rules/:ruleId': () => {
      rules = rules.map((rule) => ({ ...rule, enabled: false }))
      return undefined
    },
  })
  const { user } = await show()
  const ready = within(await screen.findByRole('region', { name: 'Ready-made rules' }))
  const turned = ready.getByRole<HTMLInputElement>('switch', { name: 'Cellar meter' })
  expect(turned.checked).toBe(true)
  expect(screen.getAllByText('Cellar meter')).toHaveLength(1)
  expect(screen.queryByRole('switch', { name: 'Meter silent' })).toBeNull()
  await user.click(turned)
  expect(api.sentTo('PUT /locations/:locationId/alarm-rules/:ruleId')[0]?.params.ruleId).toBe('9')
  await expect.poll(() => turned.checked).toBe(false)
  expect(ready.getByRole('button', { name: 'Delete Cellar meter' })).toBeTruthy()
})

test.each([
  [true, 'switch', ['Delete Cold roof']],
  [false, 'heading', []],
] as const)(
  'only a ready rule with a name can be deleted, by who may edit: %s',
  async (mayEdit, role, labels) => {
    const [first, second] = readyRules
    fakeApi({
      [list]: () =>
        known({
          mayEdit,
          rules: [
            { ...own, id: 1, ...first!, name: null },
            { ...own, id: 2, ...second!, name: 'Cold roof' },
          ],
        }),
    })
    await show()
    await screen.findByRole(role, { name: 'Cold roof' })
    const buttons = screen.queryAllByRole('button', { name: /^Delete/ })
    expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(labels)
  },
)

test('of a silent meter no level is asked for at which the alarm ends', async () => {
  fakeApi({
    [list]: () =>
      known({
        rules: [
          { ...own, id: 8, ...readyRules[0]! },
          { ...own, id: 9, ...readyRules[3]! },
        ],
      }),
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Edit Peak near the agreed power' }))
  expect(screen.getByRole('textbox', { name: 'Ends at (%)' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Edit Meter silent' }))
  expect(screen.getByRole('textbox', { name: 'Limit (min)' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: /^Ends at/ })).toBeNull()
})

test('a second rule with the terms of a ready one is among the own rules', async () => {
  const frozen = { ...own, ...readyRules.find(({ settings }) => settings.condition === 'frozen')! }
  fakeApi({
    [list]: () =>
      known({
        rules: [
          { ...frozen, id: 1, name: 'Stuck' },
          { ...frozen, id: 2 },
        ],
      }),
  })
  await show()
  const mine = within(await screen.findByRole('region', { name: 'Own rules' }))
  expect(mine.getAllByRole('switch')).toHaveLength(1)
  expect(mine.getByRole('switch', { name: 'Stuck' })).toBeTruthy()
})

test('a rule is a sentence, says that it holds now, and can be deleted and brought back', async () => {
  let rules = [own]
  const api = fakeApi({
    [list]: () => known({ rules }),
    'DELETE /locations/:locationId/alarm-rules/:ruleId': () => {
      rules = []
      return undefined
    },
    [create]: () => ({ id: 4 }),
  })
  const { user } = await show()
  const sentence = 'Grid · Power: above 8 kW, for at least 10 mins'
  const row = (await screen.findByRole('switch', { name: /^Grid · Power: above/ })).closest('li')!
  expect(row.textContent?.replaceAll('\u00a0', ' ')).toContain(sentence)
  expect(within(row).getByText('Holds now')).toBeTruthy()
  await user.click(within(row).getByRole('button', { name: /^Delete/ }))
  await screen.findByText('No rules of your own yet')
  getToasts().at(-1)?.action?.run()
  await expect.poll(() => api.sentTo(create)[0]?.body).toMatchObject({ kind: 'metric', durationSeconds: 600 })
})

test('a new rule says what is missing, then what it would have done, and is saved as it reads', async () => {
  const api = fakeApi({
    [list]: () => known(),
    [create]: () => ({ id: 4 }),
    [preview]: () => ({
      ...{
        from: 0,
        to: 30 * 86_400_000,
        locations: 1,
        lookedAt: 1,
        unknown: 0,
        knownShare: 0.4,
        total: 1,
        notices: 2,
        quiet: 0,
      },
      firings: [
        {
          ...{ locationId: 7, locationName: 'Home', timeZone: 'Asia/Tokyo', deviceName: 'Meter' },
          ...{ from: 1000, to: 900_000, value: 9000 },
        },
      ],
    }),
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Add a rule' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Enter a number.')).toBeTruthy()
  expect(screen.queryByText(/^Left empty/)).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Limit (kW)' }), '8')
  expect(screen.getByText(/^Left empty: 7\.6.kW\.$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'See the last 30 days' }))
  expect(await screen.findByText(/1970, 09:00 – 09:15 · Meter · 9\.00.kW/)).toBeTruthy()
  expect(screen.getByText('There are readings for 40% of this time.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => api.sentTo(create).length).toBe(1)
  expect(api.sentTo(create)[0]?.body).toMatchObject({
    ...{ kind: 'metric', durationSeconds: 600, quiet: null },
    settings: { metric: 'power', category: 'GRID', condition: 'above', value: 8000, clear: null },
  })
})

test('of a large group a sample is looked at first, and on demand every location', async () => {
  const groupPreview = 'POST /location-groups/:locationGroupId/alarm-rules/preview'
  const start = 'POST /location-groups/:locationGroupId/alarm-rules/previews'
  const found = {
    ...{ from: 0, to: 30 * 86_400_000, locations: 10_000, lookedAt: 20, unknown: 0, knownShare: 1 },
    ...{ total: 3, notices: 6, quiet: 0, firings: [] },
  }
  let state: 'running' | 'done' = 'running'
  const job: JobView = {
    ...{ id: 5, kind: 'alarm_rule_preview', state, done: 2500, total: 10_000, detail: {}, error: null },
    ...{
      company_id: 1,
      location_id: null,
      can_cancel: true,
      created_at: 0,
      updated_at: 0,
      finished_at: null,
    },
  }
  const api = fakeApi({
    'GET /location-groups/:locationGroupId/alarm-rules': () => known({ locations: 10_000 }),
    [groupPreview]: () => found,
    [start]: () => ({ id: 8 }),
    'GET /location-groups/:locationGroupId/alarm-rules/previews/:previewId': () => ({
      ...{ id: 8, job_id: 5, state },
      preview: state === 'done' ? { ...found, lookedAt: 10_000, total: 12_345, notices: 2 } : null,
    }),
    'GET /jobs': () => ({ jobs: [{ ...job, state }] }),
    'POST /jobs/:jobId/cancel': () => ({ job }),
  })
  const { user } = await renderPage(<AlarmRulesPage />, {
    at: '/settings/global/companies/1/location-groups/2/alarm-rules',
    pattern: '/settings/global/companies/$companyId/location-groups/$locationGroupId/alarm-rules',
    person: createPerson({ id: 1, role: 'ROLE_AGGREGATOR' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Add a rule' }))
  await user.type(screen.getByRole('textbox', { name: 'Limit (kW)' }), '8')
  await user.click(screen.getByRole('button', { name: 'See the last 30 days' }))
  await screen.findByText('Locations checked: 20 of 10,000.')
  await user.click(screen.getByRole('button', { name: 'Check all locations (10,000)' }))
  expect(api.sentTo(start)[0]?.body).toMatchObject({ settings: { value: 8000 } })
  await screen.findByText('Locations checked: 2,500 of 10,000.')
  // Two counts of the same locations would contradict each other.
  expect(screen.getAllByText(/^Locations checked/)).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(api.sentTo('POST /jobs/:jobId/cancel').length).toBe(1)
  state = 'done'
  expect(await screen.findByText('12,345', {}, { timeout: 10_000 })).toBeTruthy()
  expect(screen.queryByText(/^Locations checked/)).toBeNull()
  // Another rule is another question.
  const limit = screen.getByRole('textbox', { name: 'Limit (kW)' })
  await user.type(limit, '5')
  await user.click(await screen.findByRole('button', { name: 'Check all locations (10,000)' }))
  await screen.findByText('12,345')
  await user.type(limit, '{Backspace}')
  await screen.findByRole('button', { name: 'Check all locations (10,000)' })
})

test('a look at every location that failed says so and can be started again, one beside another waits', async () => {
  const start = 'POST /location-groups/:locationGroupId/alarm-rules/previews'
  let isFree = true
  const api = fakeApi({
    'GET /location-groups/:locationGroupId/alarm-rules': () => known({ locations: 10_000 }),
    'POST /location-groups/:locationGroupId/alarm-rules/preview': () => ({
      ...{ from: 0, to: 30 * 86_400_000, locations: 10_000, lookedAt: 20, unknown: 0, knownShare: 1 },
      ...{ total: 3, notices: 6, quiet: 0, firings: [] },
    }),
    [start]: () => {
      if (!isFree) throw new Refusal('conflict')
      return { id: 8 }
    },
    'GET /location-groups/:locationGroupId/alarm-rules/previews/:previewId': () => ({
      ...{ id: 8, job_id: null, state: 'failed', preview: null },
    }),
    'GET /jobs': () => ({ jobs: [] }),
  })
  const { user } = await renderPage(<AlarmRulesPage />, {
    at: '/settings/global/companies/1/location-groups/2/alarm-rules',
    pattern: '/settings/global/companies/$companyId/location-groups/$locationGroupId/alarm-rules',
    person: createPerson({ id: 1, role: 'ROLE_AGGREGATOR' }),
  })
  await user.click(await screen.findByRole('button', { name: 'Add a rule' }))
  await user.type(screen.getByRole('textbox', { name: 'Limit (kW)' }), '8')
  await user.click(screen.getByRole('button', { name: 'See the last 30 days' }))
  const all = () => screen.findByRole('button', { name: 'Check all locations (10,000)' })
  await user.click(await all())
  await screen.findByText('Not all locations could be checked. Try again.')
  isFree = false
  await user.click(await all())
  await expect.poll(() => api.sentTo(start).length).toBe(2)
  await expect
    .poll(() => getToasts().at(-1)?.message)
    .toBe('You are already checking all locations with another rule. Wait until that has ended, or stop it.')
})

test('powers are changed in kW', async () => {
  const change = 'PUT /locations/:locationId/alarm-rules/:ruleId'
  const api = fakeApi({ [list]: () => known({ rules: [own] }), [change]: () => undefined })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: /^Edit Grid/ }))
  const limit = screen.getByRole<HTMLInputElement>('textbox', { name: 'Limit (kW)' })
  expect(limit.value).toBe('8')
  await user.clear(limit)
  await user.type(limit, '4.35')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => api.sentTo(change)[0]?.body).toMatchObject({ settings: { value: 4350 } })
})

test('what somebody else has changed meanwhile is said in sight, and the next try begins with their version', async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  let rules = [own]
  const api = fakeApi({
    [list]: () => known({ rules }),
    'PUT /locations/:locationId/alarm-rules/:ruleId': ({ body }) => {
      if ((body as { revision: number }).revision === 3) return undefined
      rules = [{ ...own, revision: 3, settings: { ...own.settings, value: 4000 } }]
      throw new Refusal('edited_meanwhile')
    },
  })
  const { user } = await show()
  const edit = () => screen.findByRole('button', { name: /^Edit/ })
  await user.click(await edit())
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const failure = await screen.findByText(/^Somebody else has changed this meanwhile/)
  expect(scrollIntoView.mock.contexts).toEqual([failure])
  scrollIntoView.mockRestore()
  await screen.findByText(/above 4 kW/)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Limit (kW)' }).value).toBe('8')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await edit())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Limit (kW)' }).value).toBe('4')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(api.sentTo('PUT /locations/:locationId/alarm-rules/:ruleId')).toHaveLength(2)
})

test('a rule that is switched off keeps everything else', async () => {
  const change = 'PUT /locations/:locationId/alarm-rules/:ruleId'
  const quiet = { from: 1320, until: 360 }
  const rule = { ...own, name: 'Night', quiet, sendsRecovery: false, grouping: 'together' as const }
  const api = fakeApi({ [list]: () => known({ rules: [rule] }), [change]: () => undefined })
  const { user } = await show()
  await user.click(await screen.findByRole('switch', { name: /^Night/ }))
  const { name, kind, settings, durationSeconds, grouping, sendsRecovery } = rule
  const kept = { name, kind, settings, durationSeconds, grouping, sendsRecovery, quiet }
  await expect.poll(() => api.sentTo(change)[0]?.body).toMatchObject({ ...kept, enabled: false })
})

test('who may only look sees rules without switches', async () => {
  fakeApi({ [list]: () => known({ rules: [own], mayEdit: false }) })
  await show()
  await screen.findByText('Meter silent')
  expect(screen.queryAllByRole('switch')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Add a rule' })).toBeNull()
})

test('with a rule that is on, one press asks to be told; who is told already is not asked', async () => {
  const settings = { mail: false, types: null, places: null, recovery: true, quiet: null, time_zone: 'UTC' }
  const api = fakeApi({
    [list]: () => known({ rules: [own] }),
    'GET /notices/settings': () => ({ settings, devices: [], push_key: '', is_sending: true }),
    'PUT /notices/settings': () => {
      settings.mail = true
      return undefined
    },
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Tell me by e-mail' }))
  await expect
    .poll(() => api.sentTo('PUT /notices/settings')[0]?.body)
    .toMatchObject({ mail: true, types: null })
})
