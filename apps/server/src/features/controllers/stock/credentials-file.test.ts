import { expect, it } from 'vitest'
import { writeCredentials } from './credentials-file.ts'

const address = {
  ...{ mqttHost: 'mqtt.test', mqttPort: 8883, isMqttTls: true, httpUrl: 'https://cloud.test' },
  webSocketUrl: 'wss://cloud.test',
}

function findName(alias: string): string | undefined {
  const settings = {
    mqtt: { host: 'mqtt.test', port: 8883, tls: true, user: 'SERIAL', password: '-pass' },
    http: { token: '=token' },
  }
  const line = { kind: 'CONTROLLER', alias, settings, enrolSecret: '+secret', plain: {} }
  const [, row = ''] = writeCredentials([line] as never, address as never).split('\r\n')
  expect(row).toContain(',-pass,')
  expect(row).toContain(',=token,')
  return /^SERIAL,CONTROLLER,(.*),mqtt\.test,8883/.exec(row)?.[1]
}

it.each([
  ['=1+1', "'=1+1"],
  ["=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['=HYPERLINK("http://x.test")', `"'=HYPERLINK(""http://x.test"")"`],
  ['Boiler, cellar', '"Boiler, cellar"'],
])('the name %s stays a text in a spreadsheet, and secrets stay as they are', (alias, cell) => {
  expect(findName(alias)).toBe(cell)
})
