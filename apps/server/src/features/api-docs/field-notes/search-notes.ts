import type { FieldNotes } from '../field-note.ts'

/** Admin search: terms and what they find. */
export const searchNotes: FieldNotes = {
  locationName: ['The name of the location; null for a controller without one.', 'Home'],
  companyName: ['The name of the company; null for a controller of none.', 'Sun Energy'],
  softwareVersion: ['The version of its software, as the controller tells it; null if it does not.', '1.4.2'],
  osVersion: ['Its operating system, as the controller tells it; null if it does not.', 'Debian 12'],
  hwVersion: ['The version of its hardware, as the controller tells it; null if it does not.', 'r2'],
  ethernetIp: ['Its address by cable; null if it tells none.', '192.168.1.20'],
  wirelessIp: ['Its address by Wi-Fi; null if it tells none.', '192.168.1.21'],
  mobileIp: ['Its address in the mobile network; null if it tells none.', '10.64.3.8'],
  openVpnIp: ['Its address in the operator’s tunnel; null if it tells none.', '10.8.0.6'],
  deviceName: ['What the device is called.', 'Battery'],
  deviceType: ['Its model, as its controller tells it; null if it does not.', 'BYD HVS 10.2'],
  categoryName: 'The kind of device. As a term also words of its name in the reader’s language.',
  controllerAlias: 'What people call its controller; null for its serial.',
  controllerUnitId: ['The serial of its controller.', '7K3M-9QXD-H2TV-5RB8'],
  'FoundLocation.controllers': 'How many controllers it has.',
  'FoundLocation.connected': 'How many of its controllers are connected.',
  total_is_exact: 'False where there are more than `total`, which is then only how far is counted.',
  next: 'The cursor of the next page, for `after`; null on the last.',
  previous: 'The cursor of the page before, for `before`; null on the first.',
}
