import { expect, test } from 'vitest'
import { formatMinute } from './format-minute.ts'

test.each([
  [0, '00:00'],
  [555, '09:15'],
  [1440, '24:00'],
])('minute %i is %s', (minute, text) => expect(formatMinute(minute)).toBe(text))
