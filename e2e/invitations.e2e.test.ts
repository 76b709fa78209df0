import { describe, expect, it } from 'vitest'
import { expectAccessible, useStage } from './kit/browser.ts'
import { emails, read } from './kit/people.ts'
import { callAs, fillLogin, fillNewAccount, fillRegistration, usePeopleCloud } from './kit/people-cloud.ts'
import { words } from './kit/words.ts'

const cloud = usePeopleCloud()
const stage = useStage()

/** Lets the advanced user invite somebody to one of their locations; returns the location and the link of the mail. */
async function invite(email: string): Promise<{ name: string; link: string }> {
  const { url, mail } = cloud()
  const context = (await stage.open({ url, path: '/auth/support' })).context()
  const { user } = (await callAs(context, 'advanced', 'GET', '/auth/user')) as {
    user: { locations: { id: number; name: string }[] }
  }
  const { id, name } = user.locations[0]!
  await callAs(context, 'advanced', 'POST', `/locations/${id}/invitations`, { email })
  const { link } = await mail.next(email)
  return { name, link }
}

describe('an invitation', () => {
  it('is accepted by somebody with an account, after signing in', async () => {
    const { url } = cloud()
    const { name, link } = await invite(emails.newcomer)
    const page = await stage.open({ url, path: link.slice(url.length) })
    await page.waitForURL(/\/auth\/login/)
    await page.getByText(words('auth.login.invited')).waitFor()
    await fillLogin(page, emails.newcomer)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(name).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button').last().click()
    await page.waitForURL(/\/locations\/\d+$/)
    await page.getByRole('treeitem', { name }).waitFor()
  })

  it('is accepted by somebody who registers for it, once they have confirmed their address', async () => {
    const { url, mail } = cloud()
    const secret = 'sraka kolovoz žveplenka 7'
    const { name, link } = await invite('nova@kos.test')
    const page = await stage.open({ url, path: link.slice(url.length) })
    await page.getByRole('link', { name: words('auth.login.register') }).click()
    await page.getByText(words('auth.register.invited')).waitFor()
    await fillRegistration(page, { email: 'nova@kos.test', firstName: 'Nova' })
    await page.waitForURL(/\/auth\/awaiting-email-verification/)
    const { link: verification } = await mail.next('nova@kos.test')
    await page.goto(verification)
    await fillNewAccount(page, secret)
    await page.getByRole('link', { name: words('auth.common.to_login') }).click()
    await fillLogin(page, 'nova@kos.test', secret)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(words('location_invite.success').replace('{name}', name)).waitFor()
    await dialog.getByRole('button', { name: words('location_invite.continue') }).click()
    await page.waitForURL(/\/locations\/\d+$/)
  })

  it('that does not exist says so and leads home', async () => {
    const { url } = cloud()
    const page = await stage.open({
      url,
      person: 'basic',
      path: '/?confirmationAction=LOCATION_INVITE&confirmationId=123456',
    })
    const dialog = page.getByRole('dialog')
    await dialog.getByText(words('location_invite.error')).waitFor()
    await dialog.getByRole('button', { name: words('location_invite.continue') }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).not.toMatch(/confirmation/)
    const { user } = await read<{ user: { email: string } }>(page.context(), '/auth/user')
    expect(user.email).toBe(emails.basic)
  })
})
