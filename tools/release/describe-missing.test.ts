import { expect, test } from 'vitest'
import { describeMissing } from './describe-missing.ts'

test('names each address that is still the example, and what the server itself refuses', () => {
  const missing = describeMissing({
    PUBLIC_URL: 'https://cloud.example',
    MQTT_PUBLIC_URL: 'mqtts://cloud.example:8883',
    DATABASE_URL_FILE: '/does/not/exist',
  })
  expect(missing).toHaveLength(3)
  expect(missing[0]).toContain('PUBLIC_URL: https://cloud.example is an example')
  expect(missing[1]).toContain('MQTT_PUBLIC_URL')
  expect(missing[2]).toContain('DATABASE_URL_FILE: /does/not/exist cannot be read')
})

test('says nothing of complete settings', () => {
  expect(describeMissing({ PUBLIC_URL: 'https://ems.test' })).toEqual([])
})
