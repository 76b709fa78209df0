/** Faults that no test can notice, since the program behaves the same. Each was reviewed by a person. */
export const equivalentFaults: Record<string, string> = {
  '41d08b43': 'the priority of a role is compared, never shown, and no other lies between 2 and 5',
  '0b61fc4d': 'the place behind the last one is out of use and written before it is read',
  '268afad3': 'ten rounds have found the temperature; twenty find the same',
  '92ff4831': 'a day that is over by an instant began before it; the condition is there for the index',
  '980d0691':
    'what the inventory before had was made visible by it, so that nothing that goes is hidden already',
  c410d98e: 'of no buckets there is nothing to copy, and the place before the first one takes no value',
  ccc08187: 'the place before the first one is out of use and written before it is read',
}
