import { TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { addAuthenticator } from './kit/authenticator.ts'
import { expectAccessible, useStage } from './kit/browser.ts'
import { emails, password, read } from './kit/people.ts'
import { fillLogin, usePeopleCloud } from './kit/people-cloud.ts'
import { words } from './kit/words.ts'

const cloud = usePeopleCloud()
const stage = useStage()
const secret = 'sraka kolovoz žveplenka 7'

describe('the account pages', () => {
  it('apply language, clock and name at once', async () => {
    const page = await stage.open({ url: cloud().url, person: 'user', path: '/user/sessions' })
    await page
      .getByText(/signed in .*\d\d:\d\d/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: words('titles.settings'), exact: true }).click()
    await page.getByLabel(words('account.settings.time_format')).selectOption('12h')
    await page.getByRole('link', { name: words('titles.sessions') }).click()
    await page
      .getByText(/signed in .*\d\d:\d\d\s[ap]m/)
      .first()
      .waitFor()
    await page.getByRole('link', { name: words('titles.personal_information') }).click()
    await page.getByLabel(words('auth.register.first_name')).fill('Mojca')
    await page.getByRole('button', { name: words('common.action.save') }).click()
    await page.getByText(words('account.info.saved')).waitFor()
    expect((await read<{ user: { first_name: string } }>(page.context(), '/auth/user')).user.first_name).toBe(
      'Mojca',
    )
  })

  it('tell a super admin how to be deleted, without a button for it', async () => {
    const page = await stage.open({ url: cloud().url, person: 'admin', path: '/user/profile/privacy' })
    await page.getByText(words('account.privacy.super_admin')).waitFor()
    expect(await page.getByRole('button', { name: words('account.privacy.delete_action') }).count()).toBe(0)
  })
})

describe('one’s own data', () => {
  it('are collected into a file that can be downloaded once', async () => {
    const page = await stage.open({ url: cloud().url, person: 'user', path: '/user/profile/privacy' })
    await page.getByRole('button', { name: words('account.privacy.export_action') }).click()
    const link = page.getByRole('link', { name: words('account.privacy.download') })
    await link.waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(file.suggestedFilename()).toMatch(/\.zip$/)
    await page.getByRole('button', { name: words('account.privacy.export_action') }).waitFor()
  })

  it('are deleted with the account, unless its person signs in again in time', async () => {
    const { url } = cloud()
    const page = await stage.open({ url, person: 'user', path: '/user/profile/privacy' })
    await page.getByRole('button', { name: words('account.privacy.delete_action') }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: words('account.privacy.delete_action') })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByLabel(words('auth.login.email')).fill(emails.user)
    await confirm.click()
    await page.waitForURL(/\/auth\/login/)
    await page.getByText(/will be deleted on/).waitFor()
    await fillLogin(page, emails.user)
    await page.waitForURL(/\/locations\/\d+$/)
  })
})

describe('changing the password', () => {
  it('needs the current one, ends the other sessions and mails about it', async () => {
    const { url, mail } = cloud()
    const other = await stage.open({ url, person: 'newcomer', path: '/user/settings' })
    const page = await stage.open({ url, person: 'newcomer', path: '/user/change-password' })
    const submit = page.getByRole('button', { name: words('account.password.submit') })
    await page.getByLabel(words('password.current')).fill('not this')
    await page.getByLabel(words('password.new')).fill(secret)
    await page.getByLabel(words('password.repeat')).fill(secret)
    await submit.click()
    await page.getByText(words('errors.current_password_wrong')).waitFor()
    await page.getByLabel(words('password.current')).fill(password)
    await submit.click()
    await page.getByText(words('account.password.done')).waitFor()
    await mail.next(emails.newcomer)
    await other.goto('/user/info')
    await other.waitForURL(/\/auth\/login/)
    await fillLogin(other, emails.newcomer, secret)
    await other.waitForURL(/\/user\/info$/)
  })
})

describe('sessions', () => {
  it('are listed and can be ended one by one', async () => {
    const { url } = cloud()
    const other = await stage.open({ url, person: 'basic', path: '/user/settings' })
    const page = await stage.open({ url, person: 'basic', path: '/user/sessions' })
    await page.getByText(words('account.sessions.current')).waitFor()
    await page.getByRole('button', { name: /^Sign out Chrome/ }).click()
    await page.getByText(words('account.sessions.ended')).waitFor()
    await page.getByRole('button', { name: /^Sign out Chrome/ }).waitFor({ state: 'detached' })
    await other.goto('/user/info')
    await other.waitForURL(/\/auth\/login/)
  })
})

describe('the second step', () => {
  it('is turned on with an app, required at sign-in, bypassed by a recovery code, and turned off', async () => {
    const { url } = cloud()
    const page = await stage.open({ url, person: 'advanced', path: '/user/two-factor' })
    const prove = async (action: string) => {
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words('password.current')).fill(password)
      await dialog.getByRole('button', { name: words(action) }).click()
    }
    await page.getByRole('button', { name: words('account.two_factor.begin') }).click()
    await prove('account.two_factor.begin')
    await page.getByRole('img', { name: words('account.two_factor.qr') }).waitFor()
    await expectAccessible(page)
    const shown = (await page.locator('code').first().textContent())!.replaceAll(' ', '')
    const app = new TOTP({ secret: shown })
    const code = page.getByLabel(words('auth.second.code'), { exact: true })
    const near = [-2, -1, 0, 1, 2].map((step) => app.generate({ timestamp: Date.now() + step * 30_000 }))
    await code.fill(
      ['000000', '111111', '222222', '333333', '444444', '555555'].find((one) => !near.includes(one))!,
    )
    await page.getByRole('button', { name: words('account.two_factor.enable') }).click()
    await page.getByText(words('errors.invalid_code')).waitFor()
    await code.fill(app.generate())
    await page.getByRole('button', { name: words('account.two_factor.enable') }).click()
    await page.getByText(words('account.two_factor.codes_once')).waitFor()
    const codes = await page.locator('li code').allTextContents()
    expect(codes.length).toBeGreaterThanOrEqual(8)
    await page.getByRole('button', { name: words('account.two_factor.codes_kept') }).click()
    await page.getByText(words('account.two_factor.on'), { exact: true }).waitFor()

    const visit = await stage.open({ url, path: '/auth/login' })
    await fillLogin(visit, emails.advanced)
    // A code works once, so the next one, which the server accepts slightly early.
    await visit.getByLabel(words('auth.second.code')).fill(app.generate({ timestamp: Date.now() + 30_000 }))
    await expectAccessible(visit)
    await visit.getByRole('button', { name: words('auth.second.submit') }).click()
    await visit.waitForURL(/\/locations\/\d+$/)

    const lost = await stage.open({ url, path: '/auth/login' })
    await fillLogin(lost, emails.advanced)
    await lost.getByRole('button', { name: words('auth.second.use_recovery') }).click()
    await lost.getByLabel(words('auth.second.recovery_code')).fill(codes[0]!)
    await lost.getByRole('button', { name: words('auth.second.submit') }).click()
    await lost.waitForURL(/\/locations\/\d+$/)

    await page.getByRole('button', { name: words('account.two_factor.disable') }).click()
    await prove('account.two_factor.disable')
    await page.getByText(words('account.two_factor.off'), { exact: true }).waitFor()
  })
})

describe('a passkey', () => {
  it('is added in the settings and suffices to sign in', async () => {
    const { url } = cloud()
    const page = await stage.open({ url, person: 'aggregator', path: '/user/passkeys' })
    await addAuthenticator(page)
    await page.getByRole('button', { name: words('account.passkeys.add') }).click()
    await page.getByLabel(words('account.passkeys.name')).fill('Prenosnik')
    await page.getByLabel(words('password.current')).fill(password)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('common.action.next') })
      .click()
    await page.getByRole('heading', { name: 'Prenosnik' }).waitFor()
    await page.getByRole('button', { name: words('navigation.user.menu') }).click()
    await page.getByRole('menuitem', { name: words('navigation.user.sign_out') }).click()
    await page.waitForURL(/\/auth\/login/)
    await page.getByRole('button', { name: words('auth.login.by_passkey') }).click()
    await page.waitForURL(/\/(overview|companies)/)
  })
})

describe('acting as somebody else', () => {
  it('is indicated on every page until it is stopped', async () => {
    const { url } = cloud()
    const page = await stage.open({ url, person: 'admin', path: '/overview' })
    const { users } = await read<{ users: { id: number; email: string }[] }>(page.context(), '/users')
    const { id } = users.find(({ email }) => email === emails.basic)!
    const started = await page
      .context()
      .request.post('/api/auth/impersonate', { data: { data: { userId: id } } })
    expect(started.status()).toBe(200)
    await page.goto('/')
    await page.waitForURL(/\/locations\/\d+$/)
    for (const path of ['/user/settings', '/there-is-no-such-page', '/auth/support']) {
      await page.goto(path)
      await page.getByText('Impersonating user!').waitFor()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible(page)
    }
    await page.goto('/user/settings')
    await page.getByRole('button', { name: words('impersonation.stop') }).click()
    await page.waitForURL(/\/overview$/)
    await page.getByText('Impersonating user!').waitFor({ state: 'detached' })
  })
})

describe('the outbox', () => {
  it('shows a super admin every mail as its recipient sees it', async () => {
    const { url, mail } = cloud()
    const page = await stage.open({ url, person: 'admin', path: '/settings/global/outbox' })
    await page.context().request.post('/api/auth/forgotten-password', {
      data: { data: { email: emails.basic } },
    })
    const { subject } = await mail.next(emails.basic)
    await page.reload()
    await page
      .getByRole('button', { name: new RegExp(emails.basic) })
      .first()
      .click()
    await page.getByRole('dialog', { name: subject }).getByText(emails.basic).first().waitFor()
    await expectAccessible(page)
  })

  it('is available to nobody else', async () => {
    const page = await stage.open({
      url: cloud().url,
      person: 'aggregator',
      path: '/settings/global/outbox',
    })
    await page.waitForURL(/\/(overview|companies)/)
  })
})
