import { describe, expect, it } from 'vitest'
import { expectAccessible, useStage } from './kit/browser.ts'
import { emails, read } from './kit/people.ts'
import { fillLogin, usePeopleCloud } from './kit/people-cloud.ts'
import { words } from './kit/words.ts'

const cloud = usePeopleCloud()
const stage = useStage()

describe('a location', () => {
  it('is handed over by its owner, who keeps access and leaves later', async () => {
    const { url, mail } = cloud()
    const page = await stage.open({ url, person: 'advanced', path: '/locations/1/manage/settings' })
    await page.getByRole('button', { name: words('locations.owner.change') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: emails.user }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words('locations.owner.change') }).click()
    await dialog.waitFor({ state: 'detached' })
    const { location } = await read<{ location: { name: string; owner: { email: string } } }>(
      page.context(),
      '/locations/1',
    )
    expect(location.owner.email).toBe(emails.user)
    // A former owner cannot hand it over.
    await page.getByRole('button', { name: words('locations.owner.change') }).waitFor({ state: 'detached' })
    expect((await mail.next(emails.user)).text).toContain(location.name)
    expect((await mail.next(emails.advanced)).text).toContain(location.name)

    await page.goto('/user/profile/privacy')
    const leave = page.getByRole('button', {
      name: words('account.shared_locations.leave_of').replace('{name}', location.name),
    })
    await leave.click()
    await expectAccessible(page)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('account.shared_locations.leave'), exact: true })
      .click()
    await leave.waitFor({ state: 'detached' })
    expect((await page.context().request.get('/api/locations/1')).status()).toBe(404)
  })

  it('gets an owner from the people who run its company', async () => {
    const { url } = cloud()
    const page = await stage.open({
      url,
      person: 'aggregator',
      path: '/settings/global/companies/1/location-groups',
    })
    await page.getByRole('link', { name: 'Pekarna Klas' }).last().click()
    await page.getByRole('button', { name: words('locations.owner.change') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words('people.list.search')).fill(emails.basic)
    await dialog.getByRole('radio', { name: emails.basic }).check()
    await dialog.getByRole('button', { name: words('locations.owner.change') }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('main').getByText('Klemen Kovač').waitFor()
  })
})

describe('one’s own e-mail address', () => {
  it('changes once the link sent to the new one is opened', async () => {
    const { url, mail } = cloud()
    const page = await stage.open({ url, person: 'newcomer', path: '/user/info' })
    await page.getByRole('button', { name: words('account.email.title') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words('account.email.new')).fill('zala@novi.test')
    await dialog.getByLabel(words('password.current'), { exact: true }).fill('ohmstead-demo')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words('account.email.send') }).click()
    await page.getByText(words('account.email.sent').replace('{email}', 'zala@novi.test')).waitFor()
    await page.getByRole('main').getByText(emails.newcomer).waitFor()
    const { link } = await mail.next('zala@novi.test')
    await mail.next(emails.newcomer)

    await page.goto(link)
    await page.getByRole('heading', { name: words('auth.token.changed_title') }).waitFor()
    await expectAccessible(page)
    // This browser stays signed in; the address is the new one.
    await page.goto('/user/info')
    await page.getByRole('main').getByText('zala@novi.test').waitFor()
    const visit = await stage.open({ url, path: '/auth/login' })
    await fillLogin(visit, emails.newcomer)
    await visit.getByText(words('errors.invalid_credentials')).waitFor()
    await fillLogin(visit, 'zala@novi.test')
    await visit.waitForURL((address) => !address.pathname.startsWith('/auth/'))
  })
})
