import { expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { checkFirstRun, type FirstRunFacts } from './check-first-run.ts'

const noFacts: FirstRunFacts = {
  ...{ hasSupportAddress: false, isBackupArranged: false, isMailTaken: null, areMetricsRead: false },
}
const check = (variables: Record<string, string>, facts: Partial<FirstRunFacts> = {}) =>
  checkFirstRun(readSettings(variables), { ...noFacts, ...facts })
    .tasks.filter(({ isDone }) => isDone)
    .map(({ task }) => task)

test('without any setting every step is open', () => {
  expect(check({})).toEqual([])
})

test('each setting closes its own step', () => {
  const key = Buffer.alloc(32).toString('base64')
  expect(check({ SECRET_KEY: key })).toEqual(['secretKey'])
  expect(check({ SECRET_KEY: key, DATABASE_URL: 'postgres://x/y' })).toEqual(['database', 'secretKey'])
  expect(check({ PUBLIC_URL: 'https://cloud.example' })).toEqual(['tls'])
  expect(check({ SMTP_URL: 'smtp://x' })).toEqual([])
  expect(check({ SMTP_URL: 'smtp://x', MAIL_FROM: 'a@b.si' })).toEqual(['mail'])
  const mail = { SMTP_URL: 'smtp://x', MAIL_FROM: 'a@b.si' }
  expect(check(mail, { isMailTaken: false })).toEqual([])
  expect(check(mail, { isMailTaken: true })).toEqual(['mail'])
  expect(check({}, { hasSupportAddress: true })).toEqual(['support'])
  expect(check({}, { isBackupArranged: true })).toEqual(['backup'])
  expect(check({}, { areMetricsRead: true })).toEqual(['metrics'])
})
