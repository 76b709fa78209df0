import { execFileSync } from 'node:child_process'
import { describe, expect, inject, it } from 'vitest'
import { findProgram } from '../tools/test-run/system-packages.ts'
import { expectAccessible, useStage } from './kit/browser.ts'
import { read } from './kit/people.ts'
import { findCompanies, findLocations } from './kit/places.ts'
import { words } from './kit/words.ts'

const { url, mqttPort } = inject('demo')
const stage = useStage()

interface Issued {
  unit_id: string
  settings: { mqtt: { user: string; password: string } }
}

describe('an alarm', () => {
  it('that a controller raises rings the bell of the open page, is listed, and disappears when it is over; a rule is on at one press', async () => {
    const page = await stage.open({ url, path: null, person: 'admin' })
    const [company] = await findCompanies(page.context())
    const post = async <Answer>(path: string, data: unknown) =>
      (
        (await (await page.context().request.post(`/api${path}`, { data: { data } })).json()) as {
          data: Answer
        }
      ).data
    const { location } = await post<{ location: { id: number } }>('/locations', {
      companyId: company!.id,
      locationGroupId: company!.rootGroup.id,
      name: 'Postaja za alarme',
      countryCode: 'SI',
      region: { code: 'SI', type: 'BIDDING_ZONE' },
      timezone: 'Europe/Ljubljana',
    })
    const issued = await post<Issued>('/controllers', { kind: 'CONTROLLER', locationId: location.id })
    const { user, password } = issued.settings.mqtt
    const publish = (kind: string, message: unknown) =>
      execFileSync(findProgram('mosquitto_pub')!, [
        ...['-h', '127.0.0.1', '-p', String(mqttPort), '-u', user, '-P', password, '-i', user],
        ...['-q', '1', '-t', `ems/v1/${user}/${kind}`, '-m', JSON.stringify(message)],
      ])
    publish('inventory', {
      v: 1,
      rev: 1,
      devices: [{ id: 'hvac', category: 'HVAC', name: 'Toplotna črpalka', metrics: ['power'] }],
    })

    await page.goto(`/locations/${location.id}`)
    await page.getByRole('button', { name: 'Alarms', exact: true }).waitFor()
    const event = {
      v: 1,
      id: 'e1',
      ts: Date.now(),
      type: 'ERROR',
      device: 'hvac',
      code: 'F03',
      text: 'Low flow',
      state: 'raised',
    }
    publish('event', event)
    const bell = page.getByRole('button', { name: /^Alarms, 1 open$/ })
    await bell.click()
    const dialog = page.getByRole('dialog', { name: words('alarms.modal.heading') })
    const alarm = dialog.getByRole('listitem').filter({ hasText: 'Toplotna črpalka' })
    expect(await alarm.textContent()).toMatch(new RegExp(`${words('alarms.type.ERROR')} · Postaja za alarme`))
    expect(await alarm.textContent()).toMatch(/\d\d\. \d\d\. \d{4} \d\d:\d\d/)
    await expectAccessible(page)
    // Notified of another one while the list is open, the page asks once.
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/alarms$/.test(request.url())) asked.push(request.url())
    })
    publish('event', { ...event, id: 'e3', code: 'F04' })
    await expect.poll(() => alarm.count()).toBe(2)
    expect(asked).toHaveLength(1)
    publish('event', { ...event, id: 'e4', ts: Date.now(), code: 'F04', state: 'cleared' })
    await expect.poll(() => alarm.count()).toBe(1)
    const hint = page.getByText('1 alarm needs attention')
    await hint.waitFor()
    await alarm.getByRole('button', { name: words('alarms.modal.acknowledge') }).click()
    await alarm.getByText(/^Seen by Ana Skrbnik, /).waitFor()
    await hint.waitFor({ state: 'detached' })
    await dialog
      .getByLabel(words('alarms.modal.filter'))
      .selectOption({ label: words('alarms.type.OFF_GRID') })
    await dialog.getByText(words('alarms.modal.no_match')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const row = page.getByRole('treeitem', { name: 'Postaja za alarme' })
    await expect.poll(() => row.getAttribute('aria-description')).toBe('Alarms, 1 open')
    publish('event', { ...event, id: 'e2', ts: Date.now(), state: 'cleared' })
    await page.getByRole('button', { name: 'Alarms', exact: true }).waitFor()
    await expect.poll(() => row.getAttribute('aria-description')).toBeNull()
    await page.getByRole('button', { name: 'Alarms', exact: true }).click()
    await dialog.getByText(words('alarms.modal.ended')).click()
    await alarm.getByText(words('alarms.ended.error')).first().waitFor()
    await expectAccessible(page)

    // A ready rule is on with one press; there is no battery yet, and its preview does not take that for quiet.
    await page.goto(`/locations/${location.id}/manage/alarm-rules`)
    const name = words('alarm_rules.kind.battery_idle')
    const toggle = page.getByRole('switch', { name })
    await toggle.click()
    await expect.poll(() => toggle.isChecked()).toBe(true)
    await page
      .getByRole('button', { name: words('alarm_rules.action.edit_of').replace('{name}', name) })
      .click()
    const editor = page.getByRole('dialog')
    await editor.getByRole('button', { name: words('alarm_rules.action.preview') }).click()
    const preview = editor.getByRole('region', { name: words('alarm_rules.preview.heading') })
    const unknown = words('alarm_rules.preview.unknown').replace('{count}', '1').replace('{total}', '1')
    await preview.getByText(unknown).waitFor()
    await expectAccessible(page)
  })

  it('of one location among many is found by the bell, and at its device, with the next press; the table of locations leads to its page', async () => {
    const page = await stage.open({ url, person: 'aggregator', path: '/overview' })
    await page.waitForURL(/\/location-groups\/\d+/)
    const [group] = /^\/companies\/\d+\/location-groups\/\d+/.exec(new URL(page.url()).pathname)!
    await page.getByRole('button', { name: /^Alarms, \d+ open$/ }).click()
    const dialog = page.getByRole('dialog', { name: words('alarms.modal.heading') })
    await dialog
      .getByRole('listitem')
      .filter({ hasText: 'F03' })
      .getByRole('link', { name: 'Toplotna črpalka' })
      .click()
    await page.waitForURL(/\/device-groups\/\d+\/devices\/\d+\?/)
    await page.getByRole('main').getByRole('heading', { name: 'Toplotna črpalka', level: 1 }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    // The chart shows the hours around it, and the whole day at one press.
    await page.getByRole('button', { name: words('charts.zoom.out') }).waitFor()
    await page.goto(`${group}/fleet`)
    await page
      .getByRole('row')
      .getByRole('link', { name: /Toplotna črpalka/ })
      .click()
    await page.waitForURL(/\/alarms\/\d+$/)
  })

  it('of another company does not show up', async () => {
    const { locations, foreign } = await findForeignLocation()
    const page = await stage.open({ url, path: null, person: 'basic' })
    const ask = async (id: number) =>
      (await page.context().request.get(`/api/locations/${id}/alarms`)).status()
    expect(await ask(locations[0]!.id)).toBe(200)
    expect(await ask(foreign.id)).toBe(404)
  })
})

/** The locations of the basic user, and one of a company unrelated to them. */
async function findForeignLocation() {
  const basic = (await stage.open({ url, path: null, person: 'basic' })).context()
  const locations = await findLocations(basic)
  const { location } = await read<{ location: { company: { id: number } } }>(
    basic,
    `/locations/${locations[0]!.id}`,
  )
  const admin = (await stage.open({ url, path: null, person: 'admin' })).context()
  for (const company of await findCompanies(admin)) {
    if (company.id === location.company.id) continue
    const [foreign] = await findLocations(admin, company.id)
    if (foreign) return { locations, foreign }
  }
  throw new Error('no other company has a location')
}
