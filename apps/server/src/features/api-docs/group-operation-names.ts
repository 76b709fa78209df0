export const groupOperationNames = {
  'GET /location-groups/:locationGroupId': ['getLocationGroup', 'A location group'],
  'GET /location-groups/:locationGroupId/views': ['listGroupViews', 'Kept filters of a group'],
  'POST /location-groups/:locationGroupId/views': ['keepGroupView', 'Keep a filter of a group'],
  'DELETE /location-groups/:locationGroupId/views/:groupViewId': ['forgetGroupView', 'Forget a kept filter'],
  'PUT /location-groups/:locationGroupId/visit': [
    'visitGroup',
    'What has changed in a group since the last visit',
  ],
  'GET /location-groups/:locationGroupId/bulk-changes': ['listBulkChanges', 'Changes of many locations'],
  'GET /location-groups/:locationGroupId/bulk-changes/locations': [
    'findBulkLocations',
    'Locations that a filter finds',
  ],
  'POST /location-groups/:locationGroupId/bulk-changes/preview': [
    'previewBulkChange',
    'What a change of many locations would touch',
  ],
  'POST /location-groups/:locationGroupId/bulk-changes/settings': [
    'listBulkSettings',
    'Settings of devices at some locations',
  ],
  'POST /location-groups/:locationGroupId/bulk-changes': ['startBulkChange', 'Change many locations'],
  'GET /location-groups/:locationGroupId/bulk-changes/:bulkChangeId': [
    'getBulkChange',
    'A change of many locations',
  ],
  'GET /location-groups/:locationGroupId/bulk-changes/:bulkChangeId/items': [
    'listBulkItems',
    'What became of each location',
  ],
  'GET /location-groups/:locationGroupId/bulk-changes/:bulkChangeId/csv': [
    'downloadBulkItems',
    'What became of each location, as CSV',
  ],
  'POST /location-groups/:locationGroupId/bulk-changes/:bulkChangeId/cancel': [
    'cancelBulkChange',
    'Stop a change of many locations',
  ],
  'POST /location-groups/:locationGroupId/bulk-changes/:bulkChangeId/undo': [
    'undoBulkChange',
    'Take a change of many locations back',
  ],
  'GET /location-groups/:locationGroupId/map': ['mapGroup', 'Positions of the locations of a group'],
  'GET /location-groups/:locationGroupId/pulse': ['pulseGroup', 'State of every location of a group'],
  'GET /location-groups/:locationGroupId/locations': ['listGroupLocations', 'Locations of a group'],
  'PUT /location-groups/:locationGroupId': ['renameLocationGroup', 'Rename a location group'],
  'DELETE /location-groups/:locationGroupId': ['deleteLocationGroup', 'Delete a location group'],
  'POST /companies/:companyId/location-groups': ['createLocationGroup', 'Create a location group'],
  'GET /menu': ['getMenu', 'Tree of everything visible'],
  'GET /menu/:companyId': ['getCompanyMenu', 'Tree of a company'],
  'GET /menu/locations/:locationId': ['getLocationMenu', 'Tree of a location'],
} as const
