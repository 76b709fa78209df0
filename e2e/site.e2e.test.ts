import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { expectAccessible, useStage } from './kit/browser.ts'
import { emails, read } from './kit/people.ts'
import { fillRegistration, usePeopleCloud } from './kit/people-cloud.ts'
import { eitherWords, words } from './kit/words.ts'

const cloud = usePeopleCloud()
const stage = useStage()

const chooseTheme = (page: Page, name: string) =>
  page
    .getByRole('group', { name: words('account.settings.theme') })
    .getByText(words(`theme.${name}`), { exact: true })
    .click()

describe('the platform', () => {
  it('announces maintenance to everybody, who may dismiss it, and sends strangers to its own pages', async () => {
    const { url } = cloud()
    const page = await stage.open({ url, person: 'admin', path: '/settings/global/site' })
    await page.getByLabel(words('site.field.isInMaintenance')).check()
    await page
      .getByLabel(words('site.field.maintenanceMessage'), { exact: true })
      .fill(`Back at nine. https://status.kos.test/${'x'.repeat(150)}`)
    await page.getByLabel(words('company_settings.field.termsUrl')).fill('https://kos.test/terms')
    await page.getByLabel(words('company_settings.field.registrationUrl')).fill('https://kos.test/join')
    await page.getByRole('button', { name: words('common.action.save'), exact: true }).click()
    await page.getByText(words('site.done.saved')).waitFor()
    // The page that saved it shows it at once.
    await page.getByRole('status').filter({ hasText: 'Back at nine.' }).waitFor()

    const reader = await stage.open({ url, person: 'advanced', path: '/locations/1', width: 360 })
    const notice = reader.getByRole('status').filter({ hasText: 'Back at nine.' })
    const dismiss = notice.getByRole('button', { name: words('shell.maintenance.dismiss') })
    // A word longer than the line does not overflow the window.
    const place = (await dismiss.boundingBox())!
    expect(place.x + place.width).toBeLessThanOrEqual(360)
    await dismiss.click()
    await notice.waitFor({ state: 'detached' })
    await reader.reload()
    await reader.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await notice.count()).toBe(0)

    const stranger = await stage.open({ url, path: '/auth/login' })
    await stranger.getByRole('status').filter({ hasText: 'Back at nine.' }).waitFor()
    await expectAccessible(stranger)
    const link = (name: Parameters<typeof words>[0]) =>
      stranger.getByRole('link', { name: words(name), exact: true }).getAttribute('href')
    expect(await link('auth.login.register')).toBe('https://kos.test/join')
    expect(await link('auth.footer.terms')).toBe('https://kos.test/terms')

    await page.getByLabel(words('site.field.isInMaintenance')).uncheck()
    await page.getByLabel(words('company_settings.field.registrationUrl')).fill('')
    await page.getByRole('button', { name: words('common.action.save'), exact: true }).click()
    await page.getByRole('status').filter({ hasText: 'Back at nine.' }).waitFor({ state: 'detached' })
  })
})

describe('at twice the font size on a phone', () => {
  it.each(['oem-devices', 'users'])('leave every button and switch within the window: %s', async (part) => {
    const path = `/locations/1/manage/${part}`
    const page = await stage.open({ url: cloud().url, person: 'advanced', path, locale: 'de', width: 390 })
    await page.locator('main li :is(label, button)').first().waitFor()
    await page.addStyleTag({
      content: ':root { --text-xs: 24px; --text-s: 26px; --text-m: 28px; --text-l: 32px; --text-xl: 40px }',
    })
    // Menus above scroll sideways; visually hidden elements have no position.
    const found =
      await page.evaluate(`[...document.querySelectorAll('main li :is(button, label), nav button')]
      .filter((element) => element.getBoundingClientRect().width > 1)
      .map((element) => [element.textContent, element.getBoundingClientRect().left + element.scrollWidth])`)
    expect((found as [string, number][]).length).toBeGreaterThan(2)
    expect((found as [string, number][]).filter(([, right]) => right > 390)).toEqual([])
  })
})

describe('the users of a location', () => {
  it('are invited from the page, and the invitation is revoked there', async () => {
    const { url, mail } = cloud()
    const page = await stage.open({ url, person: 'advanced', path: '/locations/1/manage/users' })
    await page.getByRole('button', { name: words('invitations.action.invite'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words('auth.login.email')).fill('mojster@kos.test')
    await dialog.getByRole('checkbox', { name: words('people.flag.control') }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words('invitations.invite.send') }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await mail.next('mojster@kos.test')).link).toContain('confirmationId=')
    const row = page.getByRole('listitem').filter({ hasText: 'mojster@kos.test' })
    await row.getByText(words('invitations.status.pending')).waitFor()
    await row.getByRole('button', { name: /Revoke/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('invitations.action.revoke') })
      .click()
    await row.getByText(words('invitations.status.revoked'), { exact: true }).waitFor()
  })

  it('are granted and denied rights by switches', async () => {
    const page = await stage.open({ url: cloud().url, person: 'advanced', path: '/locations/1/manage/users' })
    const card = page.getByRole('listitem').filter({ hasText: emails.user })
    const control = card.getByRole('switch', { name: words('people.flag.control') })
    await control.click()
    await expect.poll(() => control.isChecked()).toBe(true)
    await expect.poll(() => control.isEnabled()).toBe(true)
    const { users } = await read<{ users: { email: string; permissions: { control: boolean } }[] }>(
      page.context(),
      '/locations/1/users',
    )
    expect(users.find(({ email }) => email === emails.user)!.permissions.control).toBe(true)
  })
})

describe('all users', () => {
  it('get another role, which the audit log records', async () => {
    const page = await stage.open({ url: cloud().url, person: 'admin', path: '/settings/global/users' })
    await page.getByLabel(words('people.list.search')).fill(emails.newcomer)
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: emails.newcomer })
    await row.getByRole('button').first().click()
    await page.getByRole('menuitem', { name: words('people.action.role') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox').selectOption('ROLE_USER_ADVANCED')
    await dialog.getByRole('button', { name: words('common.action.save') }).click()
    await row.getByText(words('account.role.ROLE_USER_ADVANCED')).waitFor()
    await page.getByRole('link', { name: words('titles.audit_log') }).click()
    const entry = page.getByRole('listitem').filter({
      has: page.getByRole('heading', { name: words('audit.action.role_changed') }),
    })
    await entry.first().locator('summary').click()
    await entry
      .first()
      .getByRole('cell', { name: words('account.role.ROLE_USER_ADVANCED') })
      .waitFor()
    // Typed in the format of the language; nothing had happened up to then.
    const lastDay = page.getByLabel(words('audit.filter.to'), { exact: true })
    await lastDay.fill('01/01/2020')
    await page.getByText(words('audit.list.empty'), { exact: true }).waitFor()
    await lastDay.fill('')
    await entry.first().waitFor()
    // An invalid day is reported at the field on leaving it, instead of showing everything unfiltered.
    const wrong = words('validation.day').split('{example}')[0]!.replace('{field}', words('audit.filter.to'))
    await lastDay.fill('first of may')
    await lastDay.press('Tab')
    await page.getByText(wrong).waitFor()
    expect(await lastDay.getAttribute('aria-invalid')).toBe('true')
    await lastDay.fill('01/01/2020')
    await page.getByText(words('audit.list.empty'), { exact: true }).waitFor()
    expect(await page.getByText(wrong).count()).toBe(0)
  })

  it('are impersonated from the list', async () => {
    const page = await stage.open({ url: cloud().url, person: 'admin', path: '/settings/global/users' })
    await page.getByLabel(words('people.list.search')).fill(emails.basic)
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: emails.basic })
    await row.getByRole('button').first().click()
    await page.getByRole('menuitem', { name: words('people.action.impersonate') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('people.action.impersonate') })
      .click()
    // Everybody keeps their own language, even while somebody impersonates them.
    await page.getByText(eitherWords('impersonation.banner')).waitFor()
    await page.getByRole('button', { name: eitherWords('impersonation.stop') }).click()
    // Back to the list one came from.
    await page.waitForURL(/\/settings\/global\/users$/)
  })
})

describe('a company', () => {
  it('shows its name while it is being typed', async () => {
    const path = '/settings/global/companies/1/overview'
    const page = await stage.open({ url: cloud().url, person: 'aggregator', path })
    const preview = page.getByRole('region', { name: words('company_settings.section.identity') })
    await preview.getByLabel(words('company_settings.field.platformName')).fill('Kos doma')
    await preview.getByText('Kos doma', { exact: true }).waitFor()
  })

  it('is rebranded and shown by its identifier', async () => {
    const { url } = cloud()
    const path = '/settings/global/companies/1/overview'
    const page = await stage.open({ url, person: 'aggregator', path })
    await page.getByLabel(words('company_settings.field.platformName')).fill('Sončni oblak')
    await page.getByLabel(words('company_settings.field.identifier')).fill('soncni-oblak')
    await chooseTheme(page, 'energy-blue')
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('energy-blue')
    await page.getByRole('button', { name: words('common.action.save') }).click()
    await page.getByText(words('company_settings.done.saved')).waitFor()
    const visit = await stage.open({ url, path: '/auth/login?identifier=soncni-oblak' })
    await expect.poll(() => visit.title()).toContain('Sončni oblak')
    await expect.poll(() => visit.locator('html').getAttribute('data-theme')).toBe('energy-blue')
  })

  it('is rebranded and shown on its own host, where people register as its customers', async () => {
    const { url, mail } = cloud()
    const path = '/settings/global/companies/1/overview'
    const page = await stage.open({ url, person: 'admin', path })
    await page.getByLabel(words('company_settings.field.platformName')).fill('Savinja Sonce')
    // Browsers look up names below `localhost` on this machine, which only a super admin may assign to a company.
    await page.getByLabel(words('company_settings.field.domain')).fill('savinja.localhost')
    await chooseTheme(page, 'dark-green')
    await page.getByRole('button', { name: words('common.action.save') }).click()
    await page.getByText(words('company_settings.done.saved')).waitFor()

    const host = url.replace('localhost', 'savinja.localhost')
    const visit = await stage.open({ url: host, path: '/auth/register' })
    await expect.poll(() => visit.title()).toContain('Savinja Sonce')
    await expect.poll(() => visit.locator('html').getAttribute('data-theme')).toBe('dark-green')
    await expectAccessible(visit)
    const manifest = await visit.evaluate(`fetch('/manifest.webmanifest').then((answer) => answer.json())`)
    expect(manifest).toMatchObject({ name: 'Savinja Sonce' })
    await fillRegistration(visit, { email: 'nova@savinja.test', firstName: 'Nova' })
    await visit.waitForURL(/\/auth\/awaiting-email-verification/)
    // The mail has the company's name, too.
    expect((await mail.next('nova@savinja.test')).text).toContain('Savinja Sonce')
    const { users } = await read<{ users: { email: string; company: { id: number } }[] }>(
      page.context(),
      '/companies/1/users?search=nova@savinja.test',
    )
    expect(users).toMatchObject([{ email: 'nova@savinja.test', company: { id: 1 } }])
    // The platform's own host shows the platform.
    const plain = await stage.open({ url, path: '/auth/login' })
    await expect.poll(() => plain.title()).toContain('Ohmstead')
  })

  it('lists its controllers, and one of them is assigned to somebody else', async () => {
    const path = '/settings/global/companies/1/oem-devices'
    const page = await stage.open({ url: cloud().url, person: 'aggregator', path })
    const rows = page.getByRole('list', { name: words('titles.controllers') }).getByRole('listitem')
    const row = rows.first()
    const serial = (await row.locator('p span').first().textContent())!
    await page.getByLabel(words('controllers.company.list.search')).fill(serial)
    await expect.poll(() => rows.count()).toBe(1)
    await row.getByRole('button').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(words('people.list.search')).fill(emails.user)
    await dialog.getByRole('radio', { name: emails.user }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: words('common.action.save') }).click()
    await dialog.waitFor({ state: 'detached' })
    const { controllers } = await read<{ controllers: { owner: { email: string; is_assigned: boolean } }[] }>(
      page.context(),
      `/companies/1/controllers?search=${serial}`,
    )
    expect(controllers[0]!.owner).toMatchObject({ email: emails.user, is_assigned: true })
    await row.getByRole('link').first().click()
    await page.getByText(serial).waitFor()
    await page.getByText(emails.user).waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await expectAccessible(page)
  })

  it('shows its controllers in pages', async () => {
    const path = '/settings/global/companies/1/oem-devices'
    const page = await stage.open({ url: cloud().url, person: 'aggregator', path })
    const reader = { kind: 'P1_WIFI', locationId: 1 }
    for (let added = 0; added < 50; added++)
      expect((await page.request.post('/api/controllers', { data: { data: reader } })).status()).toBe(200)
    const { total } = await read<{ total: number }>(page.context(), '/companies/1/controllers')
    await page.reload()
    const serials = page
      .getByRole('list', { name: words('titles.controllers') })
      .locator('li p:first-of-type span')
    await expect.poll(() => serials.count()).toBe(50)
    const first = await serials.allTextContents()
    const pager = page.getByRole('navigation', { name: words('people.list.pages') })
    const button = (way: 'next' | 'previous') =>
      pager.getByRole('button', { name: words(`people.list.${way}`) })
    expect(await button('previous').isDisabled()).toBe(true)
    await button('next').click()
    await expect.poll(() => serials.count()).toBe(total - 50)
    const second = await serials.allTextContents()
    expect(new Set([...first, ...second]).size).toBe(total)
    expect(await button('next').isDisabled()).toBe(true)
    await button('previous').click()
    await expect.poll(() => serials.allTextContents()).toEqual(first)
  })

  it('leads from its groups to the administration of a location and back', async () => {
    const path = '/settings/global/companies/1/location-groups'
    const page = await stage.open({ url: cloud().url, person: 'aggregator', path })
    await page.getByRole('main').locator('a[href*="/locations/"]').first().click()
    await page.waitForURL(/\/settings\/global\/companies\/1\/\d+\/locations\/\d+\/settings$/)
    await page.getByRole('heading', { level: 1, name: words('titles.location_settings') }).waitFor()
    // What remains of a location's own pages: its tabs, not the bar below.
    const tabs = page.getByRole('navigation', { name: words('locations.nav.label') })
    await tabs.getByRole('link', { name: words('titles.users') }).click()
    await page.waitForURL(/\/settings\/global\/.*\/users$/)
    await page.getByRole('heading', { level: 1, name: words('titles.users') }).waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await expectAccessible(page)
    const wrong = page.url().replace(/companies\/1\/\d+/, 'companies/1/999999')
    await page
      .getByRole('main')
      .getByRole('link', { name: words('titles.location_groups') })
      .last()
      .click()
    await page.waitForURL(/location-groups$/)
    await page.goto(wrong)
    await page.getByText(words('fallback.missing_page')).waitFor()
  })

  it('gets a group, which is deleted while it is empty', async () => {
    const path = '/settings/global/companies/1/location-groups'
    const page = await stage.open({ url: cloud().url, person: 'aggregator', path })
    await page.getByRole('button', { name: words('location_groups.action.add'), exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox').fill('Vrtičkarji')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('common.action.save') })
      .click()
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Vrtičkarji' })
    await row.getByRole('button', { name: /^Delete/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('location_groups.action.delete') })
      .click()
    await row.waitFor({ state: 'detached' })
  })
})
