import type { FieldNotes } from '../field-note.ts'

/** Alarms, and what is around one. */
export const alarmNotes: FieldNotes = {
  'openLiveStream.alarms': '`all`: also the alarms of every other location that the user sees.',
  'AlarmCase.began_at':
    'When its trouble began, epoch milliseconds; of a lost connection some minutes before the alarm.',
  'AlarmCase.last_recurrence_at': 'When it was last reported, epoch milliseconds.',
  'AffectedLocations.count': 'At how many locations it holds, whether the caller sees them or not.',
  'AlarmNeighbours.reach_km': 'How far homes were looked for, if their positions are known.',
  'AlarmNeighbours.extent':
    '`only_here`: none of those compared has it; `many`: at least three, and half of those compared; `unknown`: too few to compare.',
  'AlarmNeighbours.compared': 'How many were compared; 0 if too few.',
  'AlarmNeighbours.alike': 'How many of them got the same trouble within a quarter of an hour.',
  'AlarmNeighbour.distance_km': 'How far away it is; null if a position is unknown.',
  'WorstAlarm.since': 'When it began, epoch milliseconds.',
  'GroupMap.names': 'The name of each.',
  'GroupMap.ids': 'The locations that have a position, by id.',
  'GroupMap.latitudes': 'Degrees north.',
  'GroupMap.longitudes': 'Degrees east.',
  'GroupPulse.states': 'The state of each.',
  layout: 'As a table or on a map.',
  'GroupView.search': 'Words in the name or the group’s name.',
  'GroupView.state': 'Only locations in this state; null for all.',
  'GroupChanges.alarms_raised': 'Alarms that began since then.',
  'GroupChanges.alarms_open': 'Of those, how many are still open.',
  'GroupMap.group_ids': 'The group that each lies in.',
  'GroupMap.unplaced': 'How many locations have no position.',
  'MapTiles.url': ['The pattern of their addresses.', 'https://tiles.example.com/{z}/{x}/{y}.png'],
  'MapTiles.attribution': 'What their licence wants shown.',
  'GroupPulse.ids': 'All locations, by id.',
  'GroupPulse.attention': 'Whether each is in trouble, except for alarms that have all been acknowledged.',
  'GroupChanges.alarms_ended': 'Alarms that ended since then.',
  'GroupChanges.locations_added': 'Locations made since then.',
  'GroupChanges.controllers_added': 'Controllers linked since then.',
  'NewAlarm.since': 'When it began, epoch milliseconds.',
}
