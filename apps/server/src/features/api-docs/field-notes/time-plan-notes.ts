import type { FieldNotes } from '../field-note.ts'

/** Time-of-use plans. */
export const timePlanNotes: FieldNotes = {
  'TimePlan.version': 'Counts up with every change of the plan or of anything in it.',
  color: ['Of its hours on the screen.', '#3f8f6b'],
  libraryKey: 'Of a plan that comes with the platform and cannot be changed; null for others.',
  copyOf: 'The plan whose blocks, seasons and slots are copied; null for an empty one.',
  holidayWeekday:
    'The weekday whose slots hold on a public holiday, 8 if holidays have slots of their own, null if they are ordinary days.',
  isInUse: 'Whether a price list, tariff or offer names it; a block also if it has slots.',
  'ListedTimePlan.isComplete':
    'Whether from its first season on every instant has a slot of each block type in use.',
  repeatsYearly: 'Whether it begins again on the same day of every later year; otherwise only once.',
  weekday: ['1 Monday to 7 Sunday; 8 is a public holiday.', 1],
  seasonId: ['A season of the plan.', 7],
  slotId: ['A slot of the block.', 7],
  fromMinute: ['Minute of the local day at which it begins, on a quarter-hour.', 540],
  toMinute: ['Minute of the local day before which it ends, on a quarter-hour; 1440 is 24:00.', 960],
  year: ['Year of the calendar.', 2026],
  seasonCount: 'How many seasons it has.',
}
