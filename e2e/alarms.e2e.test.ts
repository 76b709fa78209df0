import { execFileSync } from 'node:child_process'
import { describe, expect, inject, it } from 'vitest'
import { findProgram } from '../tools/test-run/system-packages.ts'
import { expectAccessible, useStage } from './kit/browser.ts'
import { findCompanies } from './kit/places.ts'
import { words } from './kit/words.ts'

const { url, mqttPort } = inject('demo')
const stage = useStage()

interface Issued {
  unit_id: string
  settings: { mqtt: { user: string; password: string } }
}

describe('an alarm', () => {
  it('that a controller raises rings the bell of the open page, is listed, and goes when it is over', async () => {
    const page = await stage.open({ url, person: 'admin', path: '/overview' })
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
    // Told of another one while the list is open, the page asks once.
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/alarms$/.test(request.url())) asked.push(request.url())
    })
    publish('event', { ...event, id: 'e3', code: 'F04' })
    await expect.poll(() => alarm.count()).toBe(2)
    expect(asked).toHaveLength(1)
    publish('event', { ...event, id: 'e4', ts: Date.now(), code: 'F04', state: 'cleared' })
    await expect.poll(() => alarm.count()).toBe(1)
    await dialog
      .getByLabel(words('alarms.modal.filter'))
      .selectOption({ label: words('alarms.type.OFF_GRID') })
    await dialog.getByText(words('alarms.modal.no_match')).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    publish('event', { ...event, id: 'e2', ts: Date.now(), state: 'cleared' })
    await page.getByRole('button', { name: 'Alarms', exact: true }).waitFor()
  })

  it('of another company is not heard of', async () => {
    const page = await stage.open({ url, person: 'basic' })
    const answer = await page.context().request.get('/api/locations/999999/alarms')
    if (answer.status() !== 404) throw new Error(`answered ${answer.status()}`)
  })
})
