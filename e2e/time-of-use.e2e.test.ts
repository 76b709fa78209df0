import type { BrowserContext, Page } from 'playwright'
import { describe, expect, inject, it } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, useStage } from './kit/browser.ts'
import { read, write } from './kit/people.ts'
import { words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

interface Plan {
  id: number
  version: number
  blocks: { id: number; title: string }[]
  seasons: { id: number; title: string }[]
  slots: { seasonId: number; blockId: number; weekday: number; fromMinute: number; toMinute: number }[]
}

const readPlan = async (context: BrowserContext, id: number) =>
  (await read<{ timePlan: Plan }>(context, `/timeplans/${id}/structure`)).timePlan

/** A plan of one season and two blocks of prices, made beside the browser. */
async function makePlan(context: BrowserContext, title: string): Promise<Plan> {
  const fields = { title, color: '#3f8f6b', countryCode: 'SI', holidayWeekday: 7 }
  const { timePlan } = await write<{ timePlan: Plan }>(context, 'POST', '/timeplans', fields)
  const path = `/timeplans/${timePlan.id}`
  const season = { version: 1, title: 'All year', validFrom: '2025-01-01', repeatsYearly: true }
  await write(context, 'POST', `${path}/seasons`, season)
  const block = { type: 'PRICING_ENERGY', color: '#e0a400', value: null, tiers: [] }
  await write(context, 'POST', `${path}/blocks`, { ...block, version: 2, title: 'Day' })
  await write(context, 'POST', `${path}/blocks`, { ...block, version: 3, title: 'Night', color: '#3b6fd4' })
  return readPlan(context, timePlan.id)
}

const grid = (page: Page) => page.getByRole('application', { name: words('time_of_use.week.grid') })
const save = (page: Page) =>
  page
    .getByRole('button', { name: words('common.action.save'), exact: true })
    .last()
    .click()
const press = (page: Page, key: string, name?: string) =>
  page.getByRole('button', { name: name ?? words(key), exact: true }).click()

/** Drags from one quarter-hour to another, over the days between them; columns from 0, hours of the day. */
async function drag(page: Page, from: [column: number, hour: number], to: [column: number, hour: number]) {
  await grid(page).scrollIntoViewIfNeeded()
  const box = (await grid(page).boundingBox())!
  const at = ([column, hour]: [number, number]) =>
    [box.x + ((column + 0.5) / 7) * box.width, box.y + (hour / 24) * box.height] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at(to), { steps: 5 })
  await page.mouse.up()
}

async function addSeason(page: Page, title: string, day: string) {
  await press(page, 'time_of_use.season.add')
  const form = page.getByRole('dialog')
  await form.getByLabel(words('time_of_use.field.title')).fill(title)
  await form.getByLabel(words('time_of_use.field.valid_from'), { exact: true }).first().fill(day)
  await save(page)
  await form.waitFor({ state: 'detached' })
}

async function addBlock(page: Page, title: string, type: string) {
  await press(page, 'time_of_use.block.add')
  const form = page.getByRole('dialog')
  await form.getByLabel(words('time_of_use.field.title')).fill(title)
  await form.getByLabel(words('time_of_use.field.type')).selectOption(type)
  await save(page)
  await form.waitFor({ state: 'detached' })
}

const choose = (page: Page, group: string, name: string) =>
  page
    .getByRole('group', { name: words(group) })
    .getByText(name, { exact: true })
    .click()

describe('a time-of-use plan', () => {
  it('is built with two seasons and blocks of two types, painted by mouse and keyboard, copied and saved', async () => {
    const page = await stage.open({ url, person: 'admin', path: '/time-of-use', height: 1200 })
    await press(page, 'time_of_use.plan.add')
    await page.getByLabel(words('time_of_use.field.title')).fill('Two seasons')
    // Escape asks, Escape again goes back to edit, as often as one likes: browsers would close both windows by themselves.
    const question = page.getByRole('dialog', { name: words('common.leave.title') })
    for (let times = 0; times < 3; times += 1) {
      await page.keyboard.press('Escape')
      await question.waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
    }
    await save(page)
    await page.waitForURL(/\/time-of-use\/\d+$/)
    const id = Number(page.url().split('/').at(-1))
    await page.getByText(words('errors.season_required')).first().waitFor()
    expect(await page.getByRole('button', { name: words('time_of_use.block.add') }).count()).toBe(0)
    await addSeason(page, 'Low', '01/03/2025')
    await addSeason(page, 'High', '01/11/2025')
    await addBlock(page, 'Day', 'PRICING_ENERGY')
    await addBlock(page, 'Night', 'PRICING_ENERGY')
    await addBlock(page, 'Limit', 'LIMIT_POWER')
    await page.getByText(words('time_of_use.uncovered.heading')).waitFor()
    await expectAccessible(page)

    // Low season: nights all week with the mouse, days of Monday by keyboard, then for the others by copying Monday.
    await choose(page, 'time_of_use.field.type', words('time_of_use.type.PRICING_ENERGY'))
    await choose(page, 'time_of_use.season.heading', 'Low')
    await page.getByRole('radio', { name: 'Night', exact: true }).check()
    await drag(page, [0, 0.1], [0, 23.9])
    await grid(page).focus()
    for (const key of ['Home', 'ArrowLeft', ...Array<string>(6).fill('ArrowLeft')])
      await page.keyboard.press(key)
    for (let hour = 0; hour < 6; hour += 1) await page.keyboard.press('PageDown')
    await page.keyboard.press('ArrowDown')
    for (let hour = 0; hour < 15; hour += 1) await page.keyboard.press('Shift+PageDown')
    await page.getByText('Monday · 06:15–21:30 · Night').waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('Enter')
    await page.getByText('Monday · 06:15–21:30 · Day').waitFor()
    await press(page, 'time_of_use.week.copy_day')
    const copying = page.getByRole('dialog')
    await copying.getByLabel(words('time_of_use.copy.from')).selectOption({ label: 'Tuesday' })
    await copying.getByLabel('Friday').check()
    await copying.getByRole('button', { name: words('time_of_use.action.copy') }).click()
    await copying.getByText(words('time_of_use.empty_day')).waitFor()
    await copying.getByLabel(words('time_of_use.copy.from')).selectOption({ label: 'Monday' })
    for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Saturday', 'Sunday'])
      await copying.getByLabel(day).check()
    await copying.getByRole('button', { name: words('time_of_use.action.copy') }).click()

    // High season and the limit: whole weeks, entered.
    await choose(page, 'time_of_use.season.heading', 'High')
    await press(page, 'time_of_use.week.enter_hours')
    await press(page, 'time_of_use.hours.apply')
    await choose(page, 'time_of_use.field.type', words('time_of_use.type.LIMIT_POWER'))
    for (const season of ['Low', 'High']) {
      await choose(page, 'time_of_use.season.heading', season)
      await press(page, 'time_of_use.week.enter_hours')
      await press(page, 'time_of_use.hours.apply')
    }
    await page.getByText(words('time_of_use.uncovered.none')).waitFor()
    await page.getByRole('button', { name: words('common.action.undo'), exact: true }).click()
    await page.getByText(words('time_of_use.uncovered.heading')).waitFor()
    await press(page, 'time_of_use.action.redo')
    await page.getByText(words('time_of_use.uncovered.none')).waitFor()
    await save(page)
    await page.getByText(words('time_of_use.save_success')).waitFor()
    await page.getByText(words('time_of_use.save.unsaved')).waitFor({ state: 'detached' })

    await page.reload()
    await page.getByText(words('time_of_use.uncovered.none')).waitFor()
    const plan = await readPlan(page.context(), id)
    const idOf = (list: { id: number; title: string }[], title: string) =>
      list.find((one) => one.title === title)!.id
    const [low, night, day] = [
      idOf(plan.seasons, 'Low'),
      idOf(plan.blocks, 'Night'),
      idOf(plan.blocks, 'Day'),
    ]
    for (let weekday = 1; weekday <= 7; weekday += 1)
      expect(
        plan.slots
          .filter(
            (slot) =>
              slot.seasonId === low &&
              slot.weekday === weekday &&
              slot.blockId !== idOf(plan.blocks, 'Limit'),
          )
          .map(({ blockId, fromMinute, toMinute }) => [blockId, fromMinute, toMinute]),
      ).toEqual([
        [night, 0, 375],
        [day, 375, 1290],
        [night, 1290, 1440],
      ])
    const picture = page.getByRole('slider', { name: /2\d{3}/ })
    await picture.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => picture.getAttribute('aria-valuetext')).toMatch(/2 January .*00:00–00:15/)
    await expectAccessible(page)
  })

  it('is painted with a finger, which does not scroll the page away', async () => {
    const page = await stage.open({ url, person: 'admin', path: null, width: 390, height: 844 })
    const plan = await makePlan(page.context(), 'By finger')
    const finger = await page.context().newCDPSession(page)
    await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    await page.goto(`${url}/time-of-use/${plan.id}`)
    await grid(page).focus()
    const box = (await grid(page).boundingBox())!
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    // From the middle of a quarter-hour in sight over three days, eight quarter-hours down.
    const quarter = box.height / 96
    const start = Math.ceil((300 - box.y) / quarter)
    const at = (step: number) => ({
      x: box.x + box.width * ((0.5 + step / 4) / 7),
      y: box.y + (start + 0.5 + step) * quarter,
    })
    await touch('touchStart', [at(0)])
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', [at(step)])
    await touch('touchEnd', [])
    await page.getByText(words('time_of_use.save.unsaved')).waitFor()
    expect(Math.abs((await grid(page).boundingBox())!.y - box.y)).toBeLessThan(2)
    await save(page)
    await page.getByText(words('time_of_use.save_success')).waitFor()
    const { slots } = await readPlan(page.context(), plan.id)
    const hours = { fromMinute: start * 15, toMinute: (start + 9) * 15 }
    expect(slots).toMatchObject([1, 2, 3].map((weekday) => ({ weekday, ...hours })))
  })

  it('changed by somebody else meanwhile keeps what is painted here, and overwrites nothing', async () => {
    const page = await stage.open({ url, person: 'admin', path: null, height: 1200 })
    const context = page.context()
    const plan = await makePlan(context, 'Two people')
    const [day, night] = plan.blocks.map(({ id }) => id)
    const seasonId = plan.seasons[0]!.id
    await page.goto(`${url}/time-of-use/${plan.id}`)
    await drag(page, [0, 0.1], [6, 23.9])
    await page.getByText(words('time_of_use.save.unsaved')).waitFor()
    const theirs = [{ seasonId, weekday: 3, slots: [{ blockId: night, fromMinute: 0, toMinute: 600 }] }]
    await write(context, 'PUT', `/timeplans/${plan.id}/slots`, { version: plan.version, days: theirs })
    await save(page)
    await page.getByText(words('time_of_use.save_error')).waitFor()
    await page.getByRole('heading', { name: words('time_of_use.conflict.title') }).waitFor()
    await page.getByText(words('time_of_use.uncovered.none')).waitFor()
    expect((await readPlan(context, plan.id)).slots).toMatchObject([{ weekday: 3, blockId: night }])
    await expectAccessible(page)
    await press(page, 'time_of_use.conflict.bring_over')
    await save(page)
    await page.getByText(words('time_of_use.save_success')).waitFor()
    const { slots } = await readPlan(context, plan.id)
    expect(slots.map(({ blockId, fromMinute, toMinute }) => [blockId, fromMinute, toMinute])).toEqual(
      Array(7).fill([day, 0, 1440]),
    )
  })

  it('asks before painted hours are lost: back to edit, or drop them', async () => {
    const page = await stage.open({ url, person: 'admin', path: null, width: 390, height: 844 })
    const plan = await makePlan(page.context(), 'Not saved')
    await page.goto(`${url}/time-of-use/${plan.id}`)
    await drag(page, [2, 8.1], [2, 11.9])
    await page.getByText(words('time_of_use.save.unsaved')).waitFor()
    await expectNoSidewaysScroll(page)
    const back = page.getByRole('link', { name: words('titles.time_of_use') }).first()
    await back.click()
    const question = page.getByRole('dialog', { name: words('common.leave.title') })
    await expectAccessible(page)
    await question.getByRole('button', { name: words('common.leave.stay') }).click()
    await page.getByText(words('time_of_use.save.unsaved')).waitFor()
    await back.click()
    await question.getByRole('button', { name: words('common.leave.drop') }).click()
    await page.waitForURL(/\/time-of-use$/)
    await page.getByRole('link', { name: 'Not saved' }).click()
    await page.getByText(words('time_of_use.uncovered.heading')).waitFor()
    expect((await readPlan(page.context(), plan.id)).slots).toEqual([])
  })

  it('is for super admins: others come to their own first page', async () => {
    const page = await stage.open({ url, person: 'aggregator', path: '/time-of-use' })
    await page.waitForURL(/\/overview$/)
  })
})
