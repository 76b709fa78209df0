import type { FieldNotes } from '../field-note.ts'

/** Changes of many locations at once. */
export const bulkNotes: FieldNotes = {
  'BulkRequest.locationIds':
    'Which locations, 10,000 at most; those that are not in the group or below it are left out.',
  'BulkChange.undoes': 'The change that it takes back; null if it is none of these.',
  'BulkChange.undoable': 'How many of its items can be taken back.',
  'BulkChange.action': 'What becomes of each.',
  'BulkMove.action': 'What becomes of each.',
  'BulkParameter.action': 'What becomes of each.',
  'BulkParameter.category': 'Of each device of this kind that has the parameter.',
  'BulkParameter.parameter': 'The name of the parameter, as controllers tell it.',
  'BulkParameter.value': 'What it is set to.',
  'BulkSetting.type': 'What kind of value it has.',
  'BulkSetting.unit': 'The unit of its values; null for none.',
  'BulkSetting.min': 'The least value that any of the devices takes; null if there is no limit.',
  'BulkSetting.max': 'The greatest value that any of the devices takes; null if there is no limit.',
  'BulkSetting.step': 'The distance between values; null if there is none.',
  'BulkSetting.options': 'The only values that a text may have; null if it is free.',
  'BulkSetting.devices': 'How many devices have it.',
  'listBulkSettings.locationIds': 'Which locations, 10,000 at most.',
  'BulkRule.action': 'What becomes of each.',
  'BulkRule.rule': 'One of the ready-made alarm rules.',
  'BulkCounts.waiting': 'Whose turn has not come.',
  'BulkCounts.sent': 'Told to a controller that has not answered yet.',
  'BulkCounts.done': 'Changed.',
  'BulkCounts.skipped': 'Left as they were, for a reason.',
  'BulkCounts.failed': 'That could not be changed, for a reason.',
  'BulkItem.undone': 'Whether it was taken back.',
  'BulkPreview.touched': 'How many it would change.',
  'findBulkLocations.ids': 'Ids of locations.',
}
