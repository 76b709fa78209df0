import { execFileSync } from 'node:child_process'
import type { Page } from 'playwright'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { findProgram } from '../tools/test-run/system-packages.ts'
import { expectAccessible, useStage } from './kit/browser.ts'
import { drawCode, toPng } from './kit/draw-code.ts'
import { read, write } from './kit/people.ts'
import { type SettingName, strangers } from './kit/strangers.ts'
import { eitherWords, words } from './kit/words.ts'

const { url } = inject('demo')
const stage = useStage()

/** Runs the line that the page shows for pasting; only the values differ. */
function publishAsShown(command: string, values: Record<string, number>): void {
  const reading = JSON.stringify({ v: 1, samples: [{ values }] })
  const changed = command.replace(/-m '[^']*'/, `-m '${reading}'`)
  expect(changed).toContain(reading)
  execFileSync('bash', ['-c', changed.replace(/^mosquitto_pub/, findProgram('mosquitto_pub')!)])
}

const textAfter = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('dt', { hasText: new RegExp(`^${name}$`) })
    .locator('+ dd')
    .textContent()

/** Other journeys use the newcomer as somebody without a location. */
async function forgetPlaces(): Promise<void> {
  const { request } = (await stage.open({ url, path: null, person: 'newcomer' })).context()
  const data = async (path: string) =>
    ((await (await request.get(`/api${path}`)).json()) as { data: never }).data
  const { user } = (await data('/auth/user')) as { user: { locations: { id: number }[] } }
  for (const { id } of user.locations) {
    const { location } = (await data(`/locations/${id}`)) as { location: { controllers: { id: number }[] } }
    for (const controller of location.controllers)
      await request.delete(`/api/locations/${id}/controllers/${controller.id}`)
    const removed = await request.delete(`/api/locations/${id}`, { data: { data: { confirmed: true } } })
    expect(removed.ok(), await removed.text()).toBe(true)
  }
}

describe('a newcomer', () => {
  afterAll(forgetPlaces)

  it('adds a controller, and a plain mosquitto_pub with the shown settings updates the open page', async () => {
    const page = await stage.open({ url, person: 'newcomer' })
    await page.waitForURL(/\/setup$/)
    await expectAccessible(page)
    const main = page.getByRole('main')
    await main.getByRole('link', { name: words('titles.setup_foreign') }).click()
    await main.getByLabel(words('controllers.add.name')).fill('Moj dom')
    await main.getByLabel(words('controllers.add.country')).selectOption({ label: 'Slovenia' })
    await expectAccessible(page)
    await main.getByRole('button', { name: words('common.action.next') }).click()
    await expectAccessible(page)
    await main.getByRole('button', { name: words('controllers.foreign.own') }).click()
    await main.getByText(words('controllers.wait.waiting')).waitFor()
    await expectAccessible(page)
    const command = (await main.locator('pre', { hasText: 'mosquitto_pub' }).textContent())!
    const password = (await textAfter(page, words('controllers.credentials.password')))!
    expect(command).toContain(password)

    publishAsShown(command, { 'grid/power': 1234 })
    await main.getByText(words('controllers.wait.found')).waitFor()
    await main.getByRole('button', { name: words('controllers.wait.open') }).click()
    await page.waitForURL(/\/locations\/\d+$/)
    await page
      .getByText(/1[.,]23\s?kW/)
      .first()
      .waitFor()
    publishAsShown(command, { 'grid/power': -2470 })
    await page
      .getByText(/2[.,]47\s?kW/)
      .first()
      .waitFor()
    // An undeclared device joins the diagram and the tree of the open page.
    publishAsShown(command, { 'grid/power': -2470, 'roof/power': 3150 })
    await page.getByRole('treeitem', { name: 'roof' }).waitFor()
    publishAsShown(command, { 'grid/power': -2470, 'pv/power': 3150 })
    await page
      .getByText(/3[.,]15\s?kW/)
      .first()
      .waitFor()
    await expectAccessible(page)

    // The password is shown only once.
    await page.reload()
    expect(await page.content()).not.toContain(password)
    const again = await page
      .context()
      .request.get(`/api/locations/${page.url().match(/locations\/(\d+)/)![1]}/controllers`)
    expect(await again.text()).not.toContain(password)

    // A second grid meter may be a second connection, or the same one counted twice.
    publishAsShown(command, { 'meter/power': 1200 })
    await page.getByRole('treeitem', { name: 'meter' }).waitFor()
    await page.goto(`${page.url()}/manage/oem-devices`)
    await page.getByText(words('controllers.page.grid_meters').replace('{names}', 'grid, meter')).waitFor()
    await expectAccessible(page)
  })

  it.each(strangers)('adds $title by what it sends, and sees what was found', async (stranger) => {
    const page = await stage.open({ url, person: 'newcomer' })
    await page.waitForURL(/\/locations\/\d+$/)
    const locationId = page.url().match(/locations\/(\d+)/)![1]!
    await page.goto(`${url}/setup/foreign?location=${locationId}`)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: new RegExp(`^${stranger.title} `) }).click()
    await main.getByText(words('controllers.wait.waiting')).waitFor()
    await expectAccessible(page)
    const shown = async (name: SettingName) => (await textAfter(page, words(`controllers.setting.${name}`)))!
    const hangUp = await stranger.send(shown)
    const found = main.getByRole('region', { name: words('controllers.foreign.found') })
    const device = found.getByRole('article', { name: stranger.device })
    await device.getByText(stranger.value).first().waitFor()
    expect(await device.getByRole('combobox').inputValue()).toBe(stranger.category)
    await expectAccessible(page)
    hangUp()
  })

  it("is refused with a wrong password, which the controller's page does not count as a sign of life", async () => {
    const page = await stage.open({ url, person: 'newcomer' })
    await page.waitForURL(/\/locations\/\d+$/)
    await page.goto(`${page.url()}/manage/oem-devices`)
    const serial = (await page
      .getByText(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/)
      .first()
      .textContent())!
    const { mqttPort } = inject('demo')
    const wrong = () =>
      execFileSync(
        findProgram('mosquitto_pub')!,
        [
          '-h',
          '127.0.0.1',
          '-p',
          String(mqttPort),
          '-u',
          serial,
          '-P',
          'wrong',
          '-q',
          '1',
          '-t',
          `ems/v1/${serial}/data`,
          '-m',
          '{}',
        ],
        { stdio: 'pipe' },
      )
    expect(wrong).toThrow(/refused|not authori[sz]ed/i)
  })
})

/** A controller of the company's stock, with the token of its label's twin. */
async function makeControllerForStock(): Promise<{ serial: string; token: string }> {
  const context = (await stage.open({ url, path: null, person: 'aggregator' })).context()
  const { user } = await read<{ user: { companies: { id: number }[] } }>(context, '/auth/user')
  const company = `/companies/${user.companies[0]!.id}`
  await write(context, 'POST', `${company}/controller-stock`, { kind: 'CONTROLLER', count: 1 })
  const findBatch = async () =>
    (await read<{ batches: { id: number }[] }>(context, `${company}/controller-batches`)).batches[0]
  await expect.poll(findBatch, { timeout: 20_000 }).toBeTruthy()
  const path = `/api${company}/controller-batches/${(await findBatch())!.id}/credentials`
  const [head = '', row = ''] = (await (await context.request.get(path)).text()).trim().split(/\r?\n/)
  const names = head.replace('\uFEFF', '').split(/[,;]/)
  const values = row.split(/[,;]/)
  const cellOf = (word: RegExp) => values[names.findIndex((name) => word.test(name))]!.replaceAll('"', '')
  return { serial: cellOf(/serial/i), token: cellOf(/token/i) }
}

describe('a newcomer with a label', () => {
  afterAll(forgetPlaces)

  it('is running with six presses: a picture of it, its location, and the readings that waited', async () => {
    const { serial, token } = await makeControllerForStock()
    const send = (power: number) =>
      fetch(`${url}/link/v1/${serial}/data`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ v: 1, samples: [{ values: { 'grid/power': power } }] }),
      })
    expect((await send(1234)).status).toBe(202)

    const page = await stage.open({ url, person: 'newcomer' })
    const press = (key: Parameters<typeof words>[0]) =>
      page.getByRole('button', { name: words(key), exact: true }).click()
    await page
      .getByRole('main')
      .getByRole('link', { name: words('titles.setup_oem_device') })
      .click()
    await page.getByLabel(words('controllers.add.name')).fill('Moj dom')
    await expectAccessible(page)
    await press('common.action.next')
    const picture = toPng(drawCode(`${url}/setup/oem-device?serial=${serial}`, { turn: 30, tilt: 0.2 }))
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: picture })
    await page.getByText(words('setup.found'), { exact: true }).waitFor()
    await expectAccessible(page)
    await press('common.action.next')
    await expectAccessible(page)
    await press('common.action.next')
    await expectAccessible(page)
    await press('setup.action.finish')
    await page.getByText(words('setup.setup_success')).waitFor()
    await page
      .getByText(/1[.,]23\s?/)
      .first()
      .waitFor()
    await expectAccessible(page)
    expect((await send(-2470)).status).toBe(200)
    await page
      .getByText(/2[.,]47\s?/)
      .first()
      .waitFor()

    // It is somebody's now, and nobody else's.
    const other = await stage.open({ url, person: 'basic', path: `/setup/oem-device?serial=${serial}` })
    await other.getByLabel(words('controllers.add.name')).fill('Vikend')
    await other.getByRole('button', { name: words('common.action.next') }).click()
    await other.getByText(words('errors.controller_already_linked')).waitFor()
  })
})

describe('a viewer', () => {
  it('cannot add a controller', async () => {
    const page = await stage.open({ url, person: 'user' })
    await page.waitForURL(/\/locations\/\d+$/)
    await page.getByRole('navigation', { name: words('navigation.bottom.label') }).waitFor()
    expect(await page.getByRole('link', { name: words('navigation.footer.setup') }).count()).toBe(0)
    expect(await page.getByRole('link', { name: words('navigation.footer.manage') }).count()).toBe(0)
    await page.goto(`${page.url()}/manage/oem-devices`)
    await page.getByRole('main').waitFor()
    expect(await page.getByRole('link', { name: eitherWords('controllers.add.heading') }).count()).toBe(0)
  })
})
