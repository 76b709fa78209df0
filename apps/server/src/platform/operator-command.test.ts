import { afterEach, expect, test, vi } from 'vitest'
import { operatorCommand } from './operator-command.ts'

afterEach(() => vi.unstubAllEnvs())

test('names the command of a checkout, and that of a release', () => {
  vi.stubEnv('OHMSTEAD_RELEASE', undefined)
  expect(operatorCommand('admin', 'link', 'MAIL')).toBe('npm run admin -- link MAIL')
  expect(operatorCommand('serve')).toBe('npm run serve')
  vi.stubEnv('OHMSTEAD_RELEASE', '1')
  expect(operatorCommand('admin', 'link', 'MAIL')).toBe('ohmstead admin link MAIL')
  expect(operatorCommand('serve')).toBe('ohmstead serve')
})
