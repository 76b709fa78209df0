import type { FieldNotes } from '../field-note.ts'

/** Time-of-use plans. */
export const timePlanNotes: FieldNotes = {
  'TimePlan.version': 'Counts up with every change of the plan or of anything in it.',
  color: ['Of its hours on the screen.', '#3f8f6b'],
  libraryKey: 'Of a plan that comes with the platform and cannot be changed; null for others.',
  copyOf: 'The plan whose blocks, seasons and slots are copied; null for an empty one.',
  holidayWeekday:
    'The weekday whose slots hold on a public holiday, 8 if holidays have slots of their own, null if they are ordinary days.',
  unpricedBlocks: 'Titles of blocks that it has no price for.',
  otherUses: 'How much more uses it.',
  'TimePlan.isInUse': 'Whether a price list, network tariff or offer names it.',
  'ListedTimePlan.isInUse': 'Whether a price list, network tariff or offer names it.',
  'TimePlanBlock.isInUse': 'Whether it has slots or a price list prices it.',
  'ListedTimePlan.isComplete':
    'Whether from its first season on every instant has a slot of each block type in use.',
  repeatsYearly: 'Whether it begins again on the same day of every later year; otherwise only once.',
  weekday: ['1 Monday to 7 Sunday; 8 is a public holiday.', 1],
  seasonId: ['A season of the plan.', 7],
  slotId: ['A slot of the block.', 7],
  year: ['Year of the calendar.', 2026],
  seasonCount: 'How many seasons it has.',
}
