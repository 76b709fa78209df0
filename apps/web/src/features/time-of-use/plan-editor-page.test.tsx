import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TimePlanView } from '../../shared/pricing/time-plans-query.ts'
import { createTimePlan } from '../../testing/create-time-plan.ts'
import { fakeApi, Refusal } from '../../testing/fake-api.ts'
import { createPerson } from '../../testing/person.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { PlanEditorPage } from './plan-editor-page.tsx'

const admin = createPerson({ role: 'ROLE_SUPER_ADMIN', roles: ['ROLE_SUPER_ADMIN'] })
const structure = 'GET /timeplans/:timePlanId/structure'
const replace = 'PUT /timeplans/:timePlanId/slots'
const holidays = { 'GET /public-holidays': () => ({ days: ['2026-05-01'] }) }
const show = () =>
  renderPage(<PlanEditorPage />, { at: '/time-of-use/4', pattern: '/time-of-use/$timePlanId', person: admin })
const grid = () => screen.findByRole('application', { name: /Hours of the week/ })

/** A cloud with one plan, whose version counts up with every save. */
function createCloud(first: TimePlanView) {
  let timePlan = first
  return {
    change(more: Partial<TimePlanView>) {
      timePlan = { ...timePlan, ...more, version: timePlan.version + 1 }
    },
    plan: () => timePlan,
    answers: {
      ...holidays,
      [structure]: () => ({ timePlan }),
      [replace]: ({ body }: { body: { version: number; days: readonly object[] } }) => {
        if (body.version !== timePlan.version) throw new Refusal('edited_meanwhile')
        const days = body.days as { seasonId: number; weekday: number; slots: object[] }[]
        const kept = timePlan.slots.filter(
          (slot) => !days.some((day) => day.seasonId === slot.seasonId && day.weekday === slot.weekday),
        )
        const written = days.flatMap(({ seasonId, weekday, slots }) =>
          slots.map((slot, place) => ({ id: 1000 * weekday + place, seasonId, weekday, ...slot })),
        )
        timePlan = {
          ...timePlan,
          version: timePlan.version + 1,
          slots: [...kept, ...written] as TimePlanView['slots'],
        }
        return { version: timePlan.version, slots: timePlan.slots }
      },
    },
  }
}

test('hours are painted by keyboard, undone, and saved with what else the day has', async () => {
  const cloud = createCloud(createTimePlan())
  const api = fakeApi(cloud.answers)
  const { user } = await show()
  ;(await grid()).focus()
  await user.keyboard('{End}{Shift>}{PageUp}{/Shift}')
  await screen.findByText('Monday · 22:45–24:00 · Night')
  await user.keyboard('1{Enter}')
  await screen.findByText('Monday · 22:45–24:00 · Day')
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('Monday · 22:45–24:00 · Night')
  expect(screen.queryByText('Painted hours are not saved yet.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Redo' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(api.sentTo(replace).map(({ body }) => body)).toEqual([
    {
      version: 7,
      days: [
        {
          seasonId: 1,
          weekday: 1,
          slots: [
            { blockId: 2, fromMinute: 0, toMinute: 360 },
            { blockId: 1, fromMinute: 360, toMinute: 1320 },
            { blockId: 2, fromMinute: 1320, toMinute: 1365 },
            { blockId: 1, fromMinute: 1365, toMinute: 1440 },
          ],
        },
      ],
    },
  ])
  await waitFor(() => expect(screen.queryByText('Painted hours are not saved yet.')).toBeNull())
})

test('painting reaches to where the pointer is lifted, however fast it came there', async () => {
  const cloud = createCloud(createTimePlan())
  fakeApi(cloud.answers)
  await show()
  const week = await grid()
  week.getBoundingClientRect = () => new DOMRect(0, 0, 700, 960)
  // The lift may come before the last move is drawn, or without one.
  fireEvent.pointerDown(week, { button: 0, clientX: 10, clientY: 5 })
  fireEvent.pointerUp(week, { clientX: 10, clientY: 155 })
  await screen.findByText('Monday · 00:00–04:00 · Day')
})

test('a second finger does not disturb the one that paints', async () => {
  fakeApi(createCloud(createTimePlan()).answers)
  await show()
  const week = await grid()
  week.getBoundingClientRect = () => new DOMRect(0, 0, 700, 960)
  const [first, second] = [{ pointerId: 1 }, { pointerId: 2 }]
  fireEvent.pointerDown(week, { ...first, button: 0, clientX: 10, clientY: 5 })
  fireEvent.pointerDown(week, { ...second, button: 0, clientX: 510, clientY: 500 })
  fireEvent.pointerMove(week, { ...second, clientX: 610, clientY: 800 })
  fireEvent.pointerUp(week, { ...second, clientX: 610, clientY: 800 })
  fireEvent.pointerUp(week, { ...first, clientX: 10, clientY: 155 })
  await screen.findByText('Monday · 00:00–04:00 · Day')
})

test('a second save goes on from the version of the first', async () => {
  const cloud = createCloud(createTimePlan())
  const api = fakeApi(cloud.answers)
  const { user } = await show()
  ;(await grid()).focus()
  for (const version of [7, 8]) {
    await user.keyboard('1{Enter}')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.sentTo(replace).at(-1)?.body.version).toBe(version))
    await waitFor(() => expect(screen.queryByText('Painted hours are not saved yet.')).toBeNull())
    ;(await grid()).focus()
    await user.keyboard('{ArrowDown}')
  }
})

test('each stretch of a day is readable, and hours without a block say where they are and are filled', async () => {
  const plan = createTimePlan()
  const slots = plan.slots.filter(({ weekday, blockId }) => !(weekday > 5 && blockId === 1))
  fakeApi({ ...holidays, [structure]: () => ({ timePlan: { ...plan, slots } }) })
  const { user } = await show()
  const week = within(await grid())
  expect(week.getAllByText('06:00–22:00 Day')).toHaveLength(5)
  expect(week.getAllByText('06:00–22:00 No block')).toHaveLength(2)
  const gap = screen.getByRole('heading', { name: 'Saturday, Sunday 06:00–22:00' }).closest('li')!
  await user.click(within(gap).getByRole('button', { name: 'Show' }))
  await screen.findByText('Saturday · 06:00–22:00 · No block')
  expect(document.activeElement).toBe(await grid())
  await user.click(within(gap).getByRole('button', { name: 'Fill with Day' }))
  await screen.findByText('Every hour of every season has exactly one block of each type.')
  expect(week.getAllByText('06:00–22:00 Day')).toHaveLength(7)
})

test('a day without hours is not copied, another one is', async () => {
  const plan = createTimePlan()
  fakeApi({
    ...holidays,
    [structure]: () => ({
      timePlan: { ...plan, slots: plan.slots.filter(({ weekday }) => weekday !== 3) },
    }),
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Copy a day' }))
  const form = within(screen.getByRole('dialog'))
  await user.selectOptions(form.getByLabelText('Day to copy'), 'Wednesday')
  await user.click(form.getByLabelText('Friday'))
  await user.click(form.getByRole('button', { name: 'Copy' }))
  await form.findByText('Empty day slots cannot be copied to the next day.')
  await user.selectOptions(form.getByLabelText('Day to copy'), 'Monday')
  await user.click(form.getByLabelText('Wednesday'))
  await user.click(form.getByRole('button', { name: 'Copy' }))
  await screen.findByText('Every hour of every season has exactly one block of each type.')
})

test('other hours saved by somebody else wait; painting goes on top of them, and only then is saved', async () => {
  const cloud = createCloud(createTimePlan())
  const api = fakeApi(cloud.answers)
  const { user } = await show()
  ;(await grid()).focus()
  await user.keyboard('1{Enter}')
  cloud.change({
    slots: cloud.plan().slots.map((slot) => (slot.weekday === 2 ? { ...slot, blockId: 1 } : slot)),
  })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saving did not succeed.')
  await screen.findByRole('heading', { name: 'Somebody else has saved other hours of this plan' })
  screen.getByText('Monday · 00:00–00:15 · Day')
  // One notice says what can be done, in the place where one saves.
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByText(/enter your change again/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Put mine on top' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(api.sentTo(replace).at(-1)?.body).toMatchObject({ version: 8, days: [{ weekday: 1 }] })
  expect(
    cloud
      .plan()
      .slots.filter(({ weekday }) => weekday === 2)
      .every(({ blockId }) => blockId === 1),
  ).toBe(true)
})

test('painted hours can be dropped, after a question', async () => {
  fakeApi(createCloud(createTimePlan()).answers)
  const { user } = await show()
  ;(await grid()).focus()
  await user.keyboard('1{Enter}')
  const bar = (await screen.findByText('Painted hours are not saved yet.')).parentElement!
  await user.click(within(bar).getByRole('button', { name: 'Drop changes' }))
  const question = within(screen.getByRole('dialog', { name: 'Unsaved changes' }))
  await user.click(question.getByRole('button', { name: 'Back to edit' }))
  screen.getByText('Monday · 00:00–00:15 · Day')
  await user.click(within(bar).getByRole('button', { name: 'Drop changes' }))
  await user.click(screen.getAllByRole('button', { name: 'Drop changes' }).at(-1)!)
  await screen.findByText('Monday · 00:00–00:15 · Night')
})

test('without a season there are neither blocks nor hours to edit', async () => {
  fakeApi({
    ...holidays,
    [structure]: () => ({ timePlan: createTimePlan({ seasons: [], blocks: [], slots: [] }) }),
  })
  await show()
  expect(await screen.findAllByText(/Save a season first/)).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Add a block' })).toBeNull()
  expect(screen.queryByRole('application')).toBeNull()
})

test('what was entered for a season stays when somebody was faster; one that cannot be deleted says so in red', async () => {
  fakeApi({
    ...holidays,
    [structure]: () => ({ timePlan: createTimePlan() }),
    'POST /timeplans/:timePlanId/seasons': () => {
      throw new Refusal('edited_meanwhile')
    },
    'DELETE /timeplans/:timePlanId/seasons/:seasonId': () => {
      throw new Refusal('time_plan_in_use')
    },
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Add a season' }))
  await user.type(screen.getByLabelText('Title'), 'Winter')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }))
  await screen.findByText(/Somebody else has changed this meanwhile/)
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('Winter')
  // Leaving asks first.
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  const question = within(screen.getByRole('dialog', { name: 'Unsaved changes' }))
  await user.click(question.getByRole('button', { name: 'Back to edit' }))
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('Winter')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Drop changes' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Delete season All year' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  const toast = await screen.findByText('Deleting did not succeed.')
  expect(toast.closest('[role=alert]')).not.toBeNull()
})

test('a block proposes a price and tiers that rise; wrong ones are marked and not sent', async () => {
  const create = 'POST /timeplans/:timePlanId/blocks'
  const api = fakeApi({
    ...holidays,
    [structure]: () => ({ timePlan: createTimePlan() }),
    [create]: ({ body }) => ({
      version: 8,
      block: { id: 9, isInUse: false, ...(body as never as object) } as never,
    }),
  })
  const { user } = await show()
  await user.click(await screen.findByRole('button', { name: 'Add a block' }))
  const form = within(screen.getByRole('dialog'))
  await user.type(form.getByLabelText('Title'), 'Peak')
  await user.type(form.getByLabelText('Proposed price per kWh'), '0,1999')
  await user.click(form.getByRole('button', { name: 'Add a tier' }))
  await user.type(form.getByLabelText('Above, kWh a month'), '0')
  await user.type(form.getByLabelText('Price per kWh'), '0.25')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText(/must be 1 or more/)
  expect(api.sentTo(create)).toEqual([])
  await user.clear(form.getByLabelText('Above, kWh a month'))
  await user.type(form.getByLabelText('Above, kWh a month'), '300')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(api.sentTo(create)[0]?.body).toMatchObject({
    version: 7,
    title: 'Peak',
    value: '0.1999',
    tiers: [{ aboveKwh: 300, value: '0.25' }],
  })
})

test('a plan of the library is looked at and copied, not changed', async () => {
  fakeApi({
    ...holidays,
    [structure]: () => ({
      timePlan: createTimePlan({
        libraryKey: 'si-four-windows',
        isInUse: true,
        title: 'Štiri časovna okna (SI)',
      }),
    }),
    'GET /countries': () => ({ countries: [] }),
  })
  const { user } = await show()
  ;(await grid()).focus()
  await user.keyboard('1{Enter}{ArrowDown}')
  await screen.findByText('Monday · 00:15–00:30 · Night')
  expect(screen.queryByText('Painted hours are not saved yet.')).toBeNull()
  for (const name of ['Add a season', 'Add a block', 'Title and holidays', 'Enter hours'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('Four time windows (SI) (copy)')
})

test('the year tells what holds where the arrow keys lead, with holidays and clock changes', async () => {
  fakeApi(createCloud(createTimePlan()).answers)
  const { user } = await show()
  const year = await screen.findByRole('slider')
  year.focus()
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(year.getAttribute('aria-valuetext')).toMatch(/2 January \d{4} · 00:15–00:30 · Night · All year/)
})

test('a failed load is told, with a way to try again', async () => {
  let isDown = true
  fakeApi({
    ...holidays,
    [structure]: () => {
      if (isDown) throw new Refusal('not_found')
      return { timePlan: createTimePlan() }
    },
  })
  const { user } = await show()
  await screen.findByRole('alert')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Day and night' })
})

test('a block without a price of its own is said before it is added, and afterwards with a link to what lacks it', async () => {
  const list = { kind: 'price_list' as const, id: 5, name: 'Family', unpricedBlocks: [] as string[] }
  const cloud = createCloud(createTimePlan({ isInUse: true, usedBy: [list], otherUses: 1 }))
  const block = {
    id: 3,
    title: 'Noon',
    type: 'PRICING_ENERGY',
    color: '#112233',
    tiers: [],
    isInUse: false,
  } as const
  fakeApi({
    ...cloud.answers,
    'POST /timeplans/:timePlanId/blocks': () => {
      const { blocks, version } = cloud.plan()
      const added = { ...block, tiers: [], value: null }
      cloud.change({ blocks: [...blocks, added], usedBy: [{ ...list, unpricedBlocks: ['Noon'] }] })
      return { version: version + 1, block: added }
    },
  })
  const { user } = await show()
  await grid()
  expect(screen.getByText(/Used by|used by/).textContent).toContain('Family, 1 more')
  expect(screen.queryByRole('heading', { name: 'Blocks without a price' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add a block' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/has no price for a new block yet/)
  await user.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'Noon')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { name: 'Blocks without a price' })
  expect(screen.getByRole('link', { name: 'Family' }).getAttribute('href')).toBe('/pricing/price-lists/5')
  expect(screen.getByText('No price for: Noon')).toBeTruthy()
})
