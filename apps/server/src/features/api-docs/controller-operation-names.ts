export const controllerOperationNames = {
  'POST /controllers': ['createController', 'Add a controller'],
  'GET /controllers/protocols': ['listProtocols', 'Foreign devices that can be connected'],
  'POST /setup/controllers/find': ['findController', 'Find a controller by its serial'],
  'POST /companies/:companyId/locations/:locationId/controllers/assign': [
    'linkController',
    'Link a controller to a location',
  ],
  'GET /companies/:companyId/controller-stock': ['listControllerStock', 'Controllers to hand out'],
  'POST /companies/:companyId/controller-stock': ['makeControllers', 'Make controllers to hand out'],
  'POST /companies/:companyId/controller-stock/csv': [
    'makeControllersFromCsv',
    'Make controllers from a file',
  ],
  'DELETE /companies/:companyId/controller-stock': ['deleteControllers', 'Delete unlinked controllers'],
  'GET /companies/:companyId/controller-batches': ['listControllerBatches', 'When controllers were made'],
  'GET /companies/:companyId/controller-batches/:batchId/credentials': [
    'downloadControllerCredentials',
    'Credentials of made controllers',
  ],
  'DELETE /companies/:companyId/controller-batches/:batchId/credentials': [
    'deleteControllerCredentials',
    'Delete credentials of made controllers',
  ],
  'GET /companies/:companyId/controller-batches/:batchId/labels': [
    'downloadControllerLabels',
    'Labels of made controllers',
  ],
  'GET /locations/:locationId/controllers': ['listControllers', 'Controllers of a location'],
  'GET /locations/:locationId/controllers/:controllerId/implausible-values': [
    'listImplausibleValues',
    'Implausible values of a controller',
  ],
  'POST /locations/:locationId/controllers/:controllerId/credentials': [
    'renewControllerCredentials',
    'New credentials for a controller',
  ],
  'GET /locations/:locationId/controllers/:controllerId/connection': [
    'getConnection',
    'Read what to type into a controller',
  ],
  'DELETE /locations/:locationId/controllers/:controllerId': ['removeController', 'Remove a controller'],
  'GET /locations/:locationId/controllers/:controllerId': ['getController', 'A controller'],
  'PUT /locations/:locationId/controllers/:controllerId': ['renameController', 'Name a controller'],
  'GET /locations/:locationId/controllers/:controllerId/connectivity': [
    'getConnectivity',
    'When a controller was connected',
  ],
  'GET /locations/:locationId/controllers/:controllerId/messages': [
    'listControllerMessages',
    'Newest messages of a controller',
  ],
  'GET /locations/:locationId/controllers/:controllerId/commands': [
    'listCommands',
    'Commands to a controller',
  ],
  'PUT /locations/:locationId/controllers/:controllerId/realtime': [
    'setRealtime',
    'Ask a controller for a faster pace',
  ],
  'GET /backups/controllers/:controllerId': ['listBackups', 'Backups of a controller'],
  'POST /backups/controllers/:controllerId': ['makeBackup', 'Ask for a backup'],
  'DELETE /backups/controllers/:controllerId/:backupId': ['deleteBackup', 'Delete a backup'],
  'POST /backups/controllers/:controllerId/:backupId/undelete': ['undeleteBackup', 'Bring a backup back'],
  'POST /backups/controllers/:controllerId/:backupId/file': ['downloadBackup', 'A backup as a file'],
  'POST /backups/controllers/:controllerId/file': ['uploadBackup', 'Bring a downloaded backup back'],
  'POST /backups/controllers/:controllerId/:backupId/restore': ['restoreBackup', 'Put a backup back'],
  'PUT /backups/controllers/:controllerId/schedule': ['setBackupSchedule', 'How often a backup is made'],
  'GET /companies/:companyId/backup-schedule': [
    'getCompanyBackupSchedule',
    'Schedule of backups of a company',
  ],
  'PUT /companies/:companyId/backup-schedule': [
    'setCompanyBackupSchedule',
    'Set the schedule of backups of a company',
  ],
  'GET /locations/:locationId/controllers/:controllerId/tunnel': ['getTunnel', 'The tunnel to a controller'],
  'POST /locations/:locationId/controllers/:controllerId/tunnel': [
    'openTunnel',
    'Open a tunnel to a controller',
  ],
  'PUT /locations/:locationId/controllers/:controllerId/tunnel': ['extendTunnel', 'Let a tunnel last longer'],
  'DELETE /locations/:locationId/controllers/:controllerId/tunnel': ['closeTunnel', 'Close a tunnel'],
  'POST /locations/:locationId/controllers/:controllerId/tunnel/visits': ['enterTunnel', 'Enter a tunnel'],
  'GET /locations/:locationId/devices/:deviceId': ['getDevice', 'A device'],
  'DELETE /locations/:locationId/devices/:deviceId': ['removeDevice', 'Mark a device as deleted'],
  'POST /locations/:locationId/devices/:deviceId/restore': ['restoreDevice', 'Bring a device back'],
  'GET /locations/:locationId/devices/:deviceId/replaceable': [
    'listReplaceableDevices',
    'Devices it can take over from',
  ],
  'PUT /locations/:locationId/devices/:deviceId/replacement': [
    'replaceDevice',
    'Take over from an old device',
  ],
  'DELETE /locations/:locationId/devices/:deviceId/replacement': [
    'undoReplacement',
    'Undo the replacement of a device',
  ],
  'GET /locations/:locationId/removed-devices': ['listRemovedDevices', 'Devices marked as deleted'],
  'GET /companies/:companyId/devices': ['listCompanyDevices', 'Devices of a company'],
  'POST /locations/:locationId/devices/:deviceId/parameters': [
    'setDeviceParameter',
    'Change a parameter of a device',
  ],
  'GET /companies/:companyId/controllers': ['listCompanyControllers', 'Controllers of a company'],
  'GET /companies/:companyId/controllers/:controllerId': [
    'getCompanyController',
    'A controller of a company',
  ],
  'GET /companies/:companyId/controllers/:controllerId/implausible-values': [
    'listCompanyImplausibleValues',
    'Implausible values, for a company',
  ],
  'GET /locations/:locationId/devices': ['listDevices', 'Devices of a location'],
  'PUT /locations/:locationId/devices/:deviceId': ['renameDevice', 'Name a device'],
  'PUT /locations/:locationId/devices/:deviceId/category': [
    'setDeviceCategory',
    'Say what a foreign device is',
  ],
} as const
