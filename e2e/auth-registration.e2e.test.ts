import { describe, expect, it } from 'vitest'
import { expectAccessible, useStage } from './kit/browser.ts'
import { emails, password } from './kit/people.ts'
import { fillLogin, fillNewAccount, fillRegistration, usePeopleCloud } from './kit/people-cloud.ts'
import { words } from './kit/words.ts'

const cloud = usePeopleCloud()
const stage = useStage()
const secret = 'sraka kolovoz žveplenka 7'

describe('registering', () => {
  it('leads through the mail to the set-up', async () => {
    const { url, mail } = cloud()
    const page = await stage.open({ url, path: '/auth/register' })
    await fillRegistration(page, { email: 'ana@kos.test', firstName: 'Ana' })
    await page.waitForURL(/\/auth\/awaiting-email-verification$/)
    await page.getByText('ana@kos.test').waitFor()
    const { link } = await mail.next('ana@kos.test')
    await page.goto(link)
    await page.getByText('ana@kos.test').waitFor()
    await expectAccessible(page)
    await fillNewAccount(page, secret)
    await page.goto(link)
    await page.reload()
    await page.getByText(words('auth.token.confirmed')).waitFor()
    await page.getByRole('link', { name: words('auth.common.to_login') }).click()
    await fillLogin(page, 'ana@kos.test', secret)
    await page.waitForURL(/\/setup$/)
  })

  it('resends the link on request', async () => {
    const { url, mail } = cloud()
    const page = await stage.open({ url, path: '/auth/register' })
    await fillRegistration(page, { email: 'bor@kos.test', firstName: 'Bor' })
    await mail.next('bor@kos.test')
    await page.waitForURL(/\/auth\/awaiting-email-verification$/)
    await page.getByRole('button', { name: words('auth.awaiting.resend') }).click()
    await page.getByText(words('auth.awaiting.sent')).waitFor()
    expect((await mail.next('bor@kos.test')).link).toMatch(/\/auth\/verify-email#token=/)
  })

  it('says what is wrong with a password, and that the repetition differs', async () => {
    const { url, mail } = cloud()
    const page = await stage.open({ url, path: '/auth/register' })
    await page.getByRole('button', { name: words('auth.register.submit') }).click()
    await expect.poll(() => page.getByText(words('auth.register.must_agree')).count()).toBe(1)
    await fillRegistration(page, { email: 'cene@kos.test', firstName: 'Cene' })
    await page.goto((await mail.next('cene@kos.test')).link)
    const typed = page.getByLabel(words('auth.login.password'), { exact: true })
    for (const [text, hint] of [
      ['sunshine', 'frequently_used'],
      ['oiuytrewq', 'keyboard_row'],
      ['21.11.1987', 'date'],
      ['evangelina', 'name_alone'],
    ] as const) {
      await typed.fill(text)
      await page.getByText(words(`password.hint.${hint}`)).waitFor()
      await page.getByText(words('password.more_words')).waitFor()
    }
    await typed.fill(secret)
    await page.getByText(words('password.strength.4')).waitFor()
    await page.getByLabel(words('password.repeat')).fill('something else')
    await page.getByRole('button', { name: words('auth.verify.submit') }).click()
    await page.getByText('New password repeat is not valid.').waitFor()
    await expectAccessible(page)
  })
})

describe('a forgotten password', () => {
  it('is reset by a mailed link, which works once', async () => {
    const { url, mail } = cloud()
    const page = await stage.open({ url, path: '/auth/login' })
    await page.getByRole('link', { name: words('auth.login.forgotten') }).click()
    await page.getByRole('heading', { name: words('auth.forgotten.heading') }).waitFor()
    await page.getByLabel(words('auth.login.email')).fill(emails.advanced)
    await page.getByRole('button', { name: words('auth.forgotten.submit') }).click()
    await page.getByText('If a user exists with that e-mail, a link was sent.').waitFor()
    const { link } = await mail.next(emails.advanced)
    await page.goto(link)
    await page.getByLabel(words('password.new')).fill(secret)
    await page.getByLabel(words('password.repeat')).fill(secret)
    await page.getByRole('button', { name: words('auth.reset.submit') }).click()
    await page.getByText(words('auth.reset.done_title')).waitFor()
    await page.getByRole('link', { name: words('auth.common.to_login') }).click()
    await fillLogin(page, emails.advanced, secret)
    await page.waitForURL(/\/locations\/\d+$/)
    const later = await stage.open({ url, path: link.slice(url.length) })
    await later.getByLabel(words('password.new')).fill(`${secret}!`)
    await later.getByLabel(words('password.repeat')).fill(`${secret}!`)
    await later.getByRole('button', { name: words('auth.reset.submit') }).click()
    await later.getByText(words('auth.token.confirmed')).waitFor()
  })

  it('is answered the same for an unknown address', async () => {
    const page = await stage.open({ url: cloud().url, path: '/auth/forgotten-password' })
    await page.getByLabel(words('auth.login.email')).fill('nobody@kos.test')
    await page.getByRole('button', { name: words('auth.forgotten.submit') }).click()
    await page.getByText('If a user exists with that e-mail, a link was sent.').waitFor()
  })
})

describe('signing in with a provider', () => {
  it('opens an account for a new person, who first agrees, and recognises them the next time', async () => {
    const { url, oidc } = cloud()
    oidc.people.set('cilka', {
      email: 'cilka@kos.test',
      email_verified: true,
      given_name: 'Cilka',
      family_name: 'Kos',
    })
    const page = await stage.open({ url, path: '/auth/login' })
    const signIn = async () => {
      await page.getByRole('button', { name: /Zadruga/ }).click()
      await page.locator('input[name=login]').fill('cilka')
      await page.locator('input[name=password]').fill('any')
      await page.getByRole('button', { name: /sign-in/i }).click()
      await page.getByRole('button', { name: /continue/i }).click()
    }
    await signIn()
    await page.waitForURL(/\/auth\/register\?oauth=new/)
    await expect.poll(() => page.getByLabel(words('auth.register.first_name')).inputValue()).toBe('Cilka')
    await page.getByRole('button', { name: words('auth.register.submit') }).click()
    await page.getByText(words('auth.register.must_agree')).first().waitFor()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: words('auth.register.submit') }).click()
    await page.waitForURL(/\/setup$/)
    await page.context().clearCookies()
    await page.goto('/auth/login')
    await signIn()
    await page.waitForURL(/\/setup$/)
  })

  it('links an address with an account only after its owner has signed in', async () => {
    const { url, oidc } = cloud()
    oidc.people.set('basic', { email: emails.basic, email_verified: true, given_name: 'B', family_name: 'K' })
    const page = await stage.open({ url, path: '/auth/login' })
    await page.getByRole('button', { name: /Zadruga/ }).click()
    await page.locator('input[name=login]').fill('basic')
    await page.locator('input[name=password]').fill('any')
    await page.getByRole('button', { name: /sign-in/i }).click()
    await page.getByRole('button', { name: /continue/i }).click()
    await page.waitForURL(/\/auth\/login\?oauth=confirm/)
    await page.getByText(emails.basic).waitFor()
    await fillLogin(page, emails.basic, password)
    await page.waitForURL(/\/locations\/\d+$/)
    await page.goto('/user/providers')
    await page.getByRole('button', { name: /^(Disconnect|Prekini:) Zadruga$/ }).waitFor()
  })
})

describe('the sign-in pages', () => {
  it('show what a link is still valid for without using it', async () => {
    const { url, mail } = cloud()
    const page = await stage.open({ url, path: '/auth/token-validation#token=unknown' })
    await page.getByText('Invalid action requested').waitFor()
    await page.goto('/auth/forgotten-password')
    await page.getByLabel(words('auth.login.email')).fill(emails.user)
    await page.getByRole('button', { name: words('auth.forgotten.submit') }).click()
    const { token } = await mail.next(emails.user)
    const other = await stage.open({ url, path: `/auth/token-validation#token=${token}` })
    await other.getByRole('link', { name: words('auth.token.continue') }).click()
    await other.getByLabel(words('password.new')).waitFor()
  })
})
