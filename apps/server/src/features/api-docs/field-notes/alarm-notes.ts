import type { FieldNotes } from '../field-note.ts'

/** Alarms, and what is around one. */
export const alarmNotes: FieldNotes = {
  'AlarmCase.began_at':
    'When its trouble began, epoch milliseconds; of a lost connection some minutes before the alarm.',
  'AlarmCase.last_recurrence_at': 'When it was last reported, epoch milliseconds.',
  'AlarmNeighbours.reach_km': 'How far homes were looked for, if their positions are known.',
  'AlarmNeighbours.extent':
    '`only_here`: none of those compared has it; `many`: at least three, and half of those compared; `unknown`: too few to compare.',
  'AlarmNeighbours.compared': 'How many were compared; 0 if too few.',
  'AlarmNeighbours.alike': 'How many of them got the same trouble within a quarter of an hour.',
  'AlarmNeighbour.distance_km': 'How far away it is; null if a position is unknown.',
}
